import { describe, expect, test } from "bun:test";
import { decode } from "@msgpack/msgpack";
import Type, { type TSchema } from "typebox";
import { shareEncoding } from "../platform/memoize/shared-encoding.ts";
import { Timestamp } from "../protocol/schema.ts";
import { createMsgpackCodec, jsonCodec } from "./codec.ts";

const moment = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const text = new Date(moment).toISOString();

const tagged = <T extends string>(type: T, properties: Record<string, TSchema>) =>
  Type.Object({ type: Type.Literal(type), ...properties });

/** A schema with a timestamp somewhere, a value, and the value as msgpack holds it; plain text stays text. */
const timestampSchemas: Record<string, [schema: TSchema, value: unknown, converted: unknown]> = {
  itself: [Timestamp, text, moment],
  "an optional field": [
    Type.Object({ at: Type.Optional(Timestamp), text: Type.String() }),
    { at: text, text },
    { at: moment, text },
  ],
  "an optional field that is absent": [Type.Object({ at: Type.Optional(Timestamp) }), {}, {}],
  "a list": [Type.Array(Timestamp), [text, text], [moment, moment]],
  "a list of objects": [
    Type.Array(Type.Object({ at: Timestamp })),
    [{ at: text }, { at: text }],
    [{ at: moment }, { at: moment }],
  ],
  "a record": [Type.Record(Type.String(), Timestamp), { a: text, at: text }, { a: moment, at: moment }],
  "a record of lists": [Type.Record(Type.String(), Type.Array(Timestamp)), { a: [text] }, { a: [moment] }],
  "a union with null": [Type.Union([Timestamp, Type.Null()]), text, moment],
  "a union with null that is null": [Type.Union([Timestamp, Type.Null()]), null, null],
  "one variant of a union": [
    Type.Union([tagged("at", { value: Timestamp }), tagged("text", { value: Type.String() })]),
    { type: "at", value: text },
    { type: "at", value: moment },
  ],
  "another variant of a union": [
    Type.Union([tagged("at", { value: Timestamp }), tagged("text", { value: Type.String() })]),
    { type: "text", value: text },
    { type: "text", value: text },
  ],
  "a partial object": [Type.Partial(Type.Object({ at: Timestamp })), { at: text }, { at: moment }],
  nowhere: [Type.Object({ text: Type.String() }), { text }, { text }],
};

describe("packets in JSON", () => {
  test.each([
    ["Empty", {}],
    ["Some", { a: 1, b: [text], c: null }],
    ['Quoted "name"', { "": "\n\u2028\ud800" }],
  ])("%s holds its name and its fields", (name, payload) => {
    const packet = jsonCodec.encode(name, payload) as string;
    expect(JSON.parse(packet)).toEqual({ type: name, ...payload });
  });

  test("are decoded from text frames only; malformed JSON decodes to undefined", () => {
    expect(jsonCodec.decode('{"type":"Ping"}')).toEqual({ type: "Ping" });
    expect(jsonCodec.decode(new TextEncoder().encode('{"type":"Ping"}'))).toBeUndefined();
    for (const frame of ["", "{", "x", "[".repeat(100_000)]) expect(jsonCodec.decode(frame)).toBeUndefined();
  });
});

describe("packets in msgpack", () => {
  test.each(Object.entries(timestampSchemas))(
    "hold timestamps as numbers: %s",
    (_, [schema, value, converted]) => {
      const codec = createMsgpackCodec([["Event", Type.Object({ value: schema })]]);
      const payload = { value };
      expect(decode(codec.encode("Event", payload) as Uint8Array) as unknown).toEqual({
        type: "Event",
        value: converted,
      });
      expect(payload).toEqual({ value });
    },
  );

  test("hold integers, not floats", () => {
    const codec = createMsgpackCodec([["Event", Type.Object({ at: Timestamp })]]);
    const packet = codec.encode("Event", { at: text, count: 7, large: 2 ** 40 }) as Uint8Array;
    expect(decode(packet, { useBigInt64: true }) as unknown).toEqual({
      type: "Event",
      at: BigInt(moment),
      count: 7,
      large: BigInt(2 ** 40),
    });
  });

  test("have the same keys as in JSON", () => {
    const codec = createMsgpackCodec([]);
    const payload = { there: null, absent: undefined, list: [undefined] };
    expect(decode(codec.encode("Event", payload) as Uint8Array) as unknown).toEqual(
      JSON.parse(jsonCodec.encode("Event", payload) as string),
    );
  });

  test.each([0, 1, 15, 16, 65_535, 65_536])(
    "in both formats, encoded in steps, are the same: a list of %p",
    (length) => {
      const list = Array.from({ length }, (_, number) => ({ number, text: "é" }));
      const payload = { list, absent: undefined, object: { joined_at: null }, gaps: [undefined], empty: [] };
      for (const codec of [jsonCodec, createMsgpackCodec([])]) {
        const steps = codec.encodeInSteps("Event", payload);
        let taken = steps.next();
        let count = 0;
        for (; !taken.done; taken = steps.next()) count += 1;
        const read = (packet: unknown) =>
          codec.format === "json" ? JSON.parse(packet as string) : decode(packet as Uint8Array);
        expect(Bun.deepEquals(read(taken.value), read(codec.encode("Event", payload)))).toBe(true);
        expect(count).toBeGreaterThanOrEqual(Math.floor(length / 8));
      }
    },
  );

  test("hold a shared value that each format has encoded once", () => {
    let reads = 0;
    const value = shareEncoding({
      get number() {
        reads += 1;
        return 1;
      },
    });
    for (const codec of [jsonCodec, createMsgpackCodec([])]) {
      const readsOfEach: number[] = [];
      for (let count = 0; count < 3; count++) {
        const steps = codec.encodeInSteps("Event", { list: [value, { number: 2 }] });
        let taken = steps.next();
        while (!taken.done) taken = steps.next();
        const read =
          codec.format === "json" ? JSON.parse(taken.value as string) : decode(taken.value as Uint8Array);
        expect(read).toEqual({ type: "Event", list: [{ number: 1 }, { number: 2 }] });
        readsOfEach.push(reads);
      }
      expect(new Set(readsOfEach).size).toBe(1);
    }
  });

  test("are decoded from binary frames only; malformed msgpack decodes to undefined", () => {
    const codec = createMsgpackCodec([]);
    expect(codec.decode(codec.encode("Ping", { data: 1 }) as Uint8Array)).toEqual({ type: "Ping", data: 1 });
    expect(codec.decode('{"type":"Ping"}')).toBeUndefined();
    for (const bytes of [[], [0xc1], [0x81], [0xdd, 255, 255, 255, 255]])
      expect(codec.decode(new Uint8Array(bytes))).toBeUndefined();
  });

  test("do not make the decoder allocate the lengths that nested headers announce", () => {
    const codec = createMsgpackCodec([]);
    const nested = (header: number[]) => new Uint8Array(Array.from({ length: 21_000 }, () => header).flat());
    const before = process.memoryUsage().rss;
    for (const header of [[0xdc, 255, 255], [0xdd, 0, 255, 255, 255], [0xde, 255, 255], [0x9f], [0x8f]])
      expect(codec.decode(nested(header))).toBeUndefined();
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6);
  });
});
