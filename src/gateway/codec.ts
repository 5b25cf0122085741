import { decode, encode } from "@msgpack/msgpack";
import type { TSchema } from "typebox";
import { timestampsIn } from "./timestamps.ts";

/** One of the two ways in which packets are written. */
export interface Codec {
  readonly format: "json" | "msgpack";
  encode(name: string, payload: object): string | Uint8Array<ArrayBuffer>;
  /** Undefined for what cannot be read. Each format has its own kind of frame, and knows no other. */
  decode(frame: string | Uint8Array): unknown;
}

export const jsonCodec: Codec = {
  format: "json",
  encode(name, payload) {
    const fields = JSON.stringify(payload);
    const type = `{"type":${JSON.stringify(name)}`;
    return fields === "{}" ? `${type}}` : `${type},${fields.slice(1)}`;
  },
  decode(frame) {
    if (typeof frame !== "string") return undefined;
    try {
      return JSON.parse(frame);
    } catch {
      return undefined;
    }
  },
};

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
  return {
    format: "msgpack",
    encode(name, payload) {
      const fields = converters.get(name)?.(payload) ?? payload;
      return encode({ type: name, ...(fields as object) }, { ignoreUndefined: true });
    },
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
