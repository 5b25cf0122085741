import { decode, encode } from "@msgpack/msgpack";
import type { TSchema } from "typebox";
import { timestampsIn } from "./timestamps.ts";

export type Packet = string | Uint8Array<ArrayBuffer>;

/** Something that a client is told. */
export interface OutgoingEvent {
  readonly name: string;
  readonly payload: unknown;
}

/** One of the two ways in which packets are written. */
export interface Codec {
  readonly format: "json" | "msgpack";
  encode(name: string, payload: object): Packet;
  /** Several in one packet, to be taken one after another. */
  encodeBulk(events: readonly OutgoingEvent[]): Packet;
  /** Undefined for what cannot be read. Each format has its own kind of frame, and knows no other. */
  decode(frame: string | Uint8Array): unknown;
}

export const jsonCodec: Codec = {
  format: "json",
  encode: writeJson,
  encodeBulk: (events) =>
    `{"type":"Bulk","v":[${events.map(({ name, payload }) => writeJson(name, payload as object)).join(",")}]}`,
  decode(frame) {
    if (typeof frame !== "string") return undefined;
    try {
      return JSON.parse(frame);
    } catch {
      return undefined;
    }
  },
};

function writeJson(name: string, payload: object): string {
  const fields = JSON.stringify(payload);
  const type = `{"type":${JSON.stringify(name)}`;
  return fields === "{}" ? `${type}}` : `${type},${fields.slice(1)}`;
}

/** The decoder makes room for what a header promises, before it sees whether it comes. */
const smallMessages = {
  maxArrayLength: 256,
  maxMapLength: 16,
  maxStrLength: 4_096,
  maxBinLength: 4_096,
  maxExtLength: 0,
};

/** `schemas` say, by the name of a packet, where its moments are: msgpack writes those as numbers. */
export function createMsgpackCodec(schemas: Iterable<readonly [string, TSchema]>): Codec {
  const converters = new Map<string, (value: unknown) => unknown>();
  for (const [name, schema] of schemas) {
    const convert = timestampsIn(schema);
    if (convert) converters.set(name, convert);
  }
  const typed = ({ name, payload }: OutgoingEvent) => ({
    type: name,
    ...((converters.get(name)?.(payload) ?? payload) as object),
  });
  return {
    format: "msgpack",
    encode: (name, payload) => encode(typed({ name, payload }), { ignoreUndefined: true }),
    encodeBulk: (events) => encode({ type: "Bulk", v: events.map(typed) }, { ignoreUndefined: true }),
    decode(frame) {
      if (typeof frame === "string") return undefined;
      try {
        return decode(frame, smallMessages);
      } catch {
        return undefined;
      }
    },
  };
}
