import { decode, encode } from "@msgpack/msgpack";
import type { TSchema } from "typebox";
import { timestampsIn } from "./timestamps.ts";

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
  /** Encodes several events as one Bulk packet; the client handles them in order. */
  encodeBulk(events: readonly OutgoingEvent[]): Packet;
  /** Undefined for a malformed frame and for the frame type of the other format. */
  decode(frame: string | Uint8Array): unknown;
}

export const jsonCodec: Codec = {
  format: "json",
  encode: encodeJson,
  encodeBulk: (events) =>
    `{"type":"Bulk","v":[${events.map(({ name, payload }) => encodeJson(name, payload as object)).join(",")}]}`,
  decode(frame) {
    if (typeof frame !== "string") return undefined;
    try {
      return JSON.parse(frame);
    } catch {
      return undefined;
    }
  },
};

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

/** `schemas` tell, by the name of an event, which fields are timestamps: msgpack encodes those as numbers. */
export function createMsgpackCodec(schemas: Iterable<readonly [string, TSchema]>): Codec {
  const converters = new Map<string, (value: unknown) => unknown>();
  for (const [name, schema] of schemas) {
    const convert = timestampsIn(schema);
    if (convert) converters.set(name, convert);
  }
  const withType = ({ name, payload }: OutgoingEvent) => ({
    type: name,
    ...((converters.get(name)?.(payload) ?? payload) as object),
  });
  return {
    format: "msgpack",
    encode: (name, payload) => encode(withType({ name, payload }), { ignoreUndefined: true }),
    encodeBulk: (events) => encode({ type: "Bulk", v: events.map(withType) }, { ignoreUndefined: true }),
    decode(frame) {
      if (typeof frame === "string") return undefined;
      try {
        return decode(frame, decodeLimits);
      } catch {
        return undefined;
      }
    },
  };
}
