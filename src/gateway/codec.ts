import { decode, encode } from "@msgpack/msgpack";
import type { TSchema } from "typebox";
import { parseJson } from "../input/parse-json.ts";
import { memoizeByObject } from "../platform/memoize/memoize-by-object.ts";
import { sharedEncodings } from "../platform/memoize/shared-encoding.ts";
import { timestampsIn } from "./timestamps.ts";

/** A Ping with 256 bytes is the message with the most values. */
const maxMessageValues = 1_000;

export type Packet = string | Uint8Array<ArrayBuffer>;

/** An event as a client receives it. */
export interface OutgoingEvent {
  readonly name: string;
  readonly payload: unknown;
}

/** One of the two formats of packets. */
export interface Codec {
  readonly format: "json" | "msgpack";
  encode(name: string, payload: object): Packet;
  /** Encodes the same packet in many steps, so that a large one need not be encoded in one go. */
  encodeInSteps(name: string, payload: object): Generator<void, Packet>;
  /** Encodes several events as one Bulk packet; the client handles them in order. */
  encodeBulk(events: readonly OutgoingEvent[]): Packet;
  /** The same packet with the position of its commit. */
  addPosition(packet: Packet, position: string): Packet;
  /** Undefined for a malformed frame and for the frame type of the other format. */
  decode(frame: string | Uint8Array): unknown;
  /** The same format without positions, if packets of commits carry their position. */
  readonly plain?: Codec;
}

/** The same format for clients that can resume. */
export function withPositions(codec: Codec): Codec {
  return { ...codec, plain: codec };
}

export const jsonCodec: Codec = {
  format: "json",
  encode: encodeJson,
  *encodeInSteps(name, payload) {
    let text = `{"type":${JSON.stringify(name)}`;
    for (const [key, value] of Object.entries(payload)) {
      if (value === undefined) continue;
      // The names of fields contain nothing that JSON escapes.
      text += `,"${key}":`;
      if (Array.isArray(value)) {
        text += `[${(yield* encodeList(value, "json", encodeItem)).join()}]`;
      } else {
        text += encodeItem(value);
        yield;
      }
    }
    return `${text}}`;
  },
  encodeBulk: (events) =>
    `{"type":"Bulk","v":[${events.map(({ name, payload }) => encodeJson(name, payload as object)).join(",")}]}`,
  // Every packet has a type, so it is never empty.
  addPosition: (packet, position) => `${packet.slice(0, -1)},"position":"${position}"}`,
  decode(frame) {
    if (typeof frame !== "string") return undefined;
    try {
      return parseJson(frame, { values: maxMessageValues });
    } catch {
      return undefined;
    }
  },
};

export const jsonWithPositions = withPositions(jsonCodec);

const encodeItem = (value: unknown) => JSON.stringify(value) ?? "null";

/** Each step takes time of its own, about as much as a small value. */
const valuesPerStep = 8;

/** Encodes a few values in each step, and those that are shared only once for all packets. */
function* encodeList<Encoded>(
  values: readonly unknown[],
  format: Codec["format"],
  encodeValue: (value: unknown) => Encoded,
): Generator<void, Encoded[]> {
  const list: Encoded[] = [];
  let encodedCount = 0;
  for (const value of values) {
    const shared = sharedEncodings(value);
    const known = shared?.[format];
    if (known !== undefined) {
      list.push(known as Encoded);
      continue;
    }
    const encoded = encodeValue(value);
    if (shared) shared[format] = encoded;
    list.push(encoded);
    encodedCount += 1;
    if (encodedCount % valuesPerStep === 0) yield;
  }
  return list;
}

function encodeJson(name: string, payload: object): string {
  const fields = JSON.stringify(payload);
  const type = `{"type":${JSON.stringify(name)}`;
  return fields === "{}" ? `${type}}` : `${type},${fields.slice(1)}`;
}

/** The decoder allocates the length that a header announces before it reads the content. */
const decodeLimits = {
  maxArrayLength: 256,
  maxMapLength: 16,
  maxStrLength: 4_096,
  maxBinLength: 4_096,
  maxExtLength: 0,
};

/** Once an event is encoded: most servers have no client that asks for msgpack. Null, as undefined would not be kept. */
const converterOf = memoizeByObject((schema: TSchema) => timestampsIn(schema) ?? null);

/** `schemas` define, by the name of an event, which fields are timestamps: msgpack encodes those as numbers. */
export function createMsgpackCodec(schemas: Iterable<readonly [string, TSchema]>): Codec {
  const schemaOf = new Map(schemas);
  const withType = ({ name, payload }: OutgoingEvent) => {
    const schema = schemaOf.get(name);
    const convert = schema && converterOf(schema);
    return { type: name, ...((convert?.(payload) ?? payload) as object) };
  };
  const encodeValue = (value: unknown) => encode(value, { ignoreUndefined: true });
  return {
    format: "msgpack",
    encode: (name, payload) => encodeValue(withType({ name, payload })),
    *encodeInSteps(name, payload) {
      const fields = Object.entries(withType({ name, payload })).filter(([, value]) => value !== undefined);
      const bytes: Uint8Array[] = [mapHeader(fields.length)];
      for (const [key, value] of fields) {
        bytes.push(encodeValue(key));
        if (Array.isArray(value))
          bytes.push(arrayHeader(value.length), ...(yield* encodeList(value, "msgpack", encodeValue)));
        else bytes.push(encodeValue(value));
        yield;
      }
      return new Uint8Array(Buffer.concat(bytes));
    },
    encodeBulk: (events) => encodeValue({ type: "Bulk", v: events.map(withType) }),
    addPosition: (packet, position) =>
      addEntry(packet as Uint8Array<ArrayBuffer>, encodeValue("position"), encodeValue(position)),
    decode(frame) {
      // The decoder has no limit on nesting. No message is nearly that long.
      if (typeof frame === "string" || frame.length > 16_384) return undefined;
      try {
        return decode(frame, decodeLimits);
      } catch {
        return undefined;
      }
    },
  };
}

/** The byte before a map of up to 15 entries, by the msgpack format. */
function mapHeader(entries: number): Uint8Array {
  if (entries > 15) throw new Error("a packet has at most 15 fields");
  return Uint8Array.of(0x80 | entries);
}

/** A map with one more entry at its end. */
function addEntry(map: Uint8Array<ArrayBuffer>, key: Uint8Array, value: Uint8Array): Uint8Array<ArrayBuffer> {
  const [first = 0] = map;
  const isShort = (first & 0xf0) === 0x80;
  const entries = 1 + (isShort ? first & 0x0f : Buffer.from(map.buffer, map.byteOffset).readUInt16BE(1));
  const header = entries < 16 ? mapHeader(entries) : Uint8Array.of(0xde, entries >> 8, entries & 0xff);
  return new Uint8Array(Buffer.concat([header, map.subarray(isShort ? 1 : 3), key, value]));
}

/** The bytes before the items of an array of this length, by the msgpack format. */
function arrayHeader(length: number): Uint8Array {
  if (length < 16) return Uint8Array.of(0x90 | length);
  const header = Buffer.alloc(length < 65_536 ? 3 : 5);
  if (length < 65_536) header.writeUInt16BE(length, 1);
  else header.writeUInt32BE(length, 1);
  header[0] = length < 65_536 ? 0xdc : 0xdd;
  return header;
}

/** Encodes any number of events in one packet, with the position of their commit if they have one. */
export function encodeAll(codec: Codec, events: readonly OutgoingEvent[], position?: string): Packet {
  const [only, ...more] = events;
  const packet =
    only && more.length === 0 ? codec.encode(only.name, only.payload as object) : codec.encodeBulk(events);
  return codec.plain && position !== undefined ? codec.addPosition(packet, position) : packet;
}
