import { describe, expect, test } from "bun:test";
import { readClientMessage } from "./client-message.ts";

const malformed = [
  undefined,
  null,
  1,
  "Ping",
  [],
  {},
  { type: null },
  { type: "Pong", data: 1 },
  { type: "Authenticate" },
  { type: "Authenticate", token: 1 },
  { type: "BeginTyping", channel: null },
  { type: "EndTyping", channel: ["c"] },
  { type: "Subscribe", server_id: {} },
  { type: ["Ping"], data: 1 },
  { type: "Ping", data: -1 },
  { type: "Ping", data: 0.5 },
  { type: "Ping", data: Number.NaN },
  { type: "Ping", data: Number.POSITIVE_INFINITY },
  { type: "Ping", data: 2 ** 53 },
  { type: "Ping", data: 1n },
  { type: "Ping", data: "1" },
  { type: "Ping", data: [256] },
  { type: "Ping", data: [-1] },
  { type: "Ping", data: [[1]] },
  { type: "Ping", data: { length: 1, 0: 1 } },
  { type: "Ping", data: new Float64Array(1) },
];

describe("messages of clients", () => {
  test.each([
    { type: "Authenticate", token: "t" },
    { type: "BeginTyping", channel: "c" },
    { type: "EndTyping", channel: "c" },
    { type: "Subscribe", server_id: "s" },
    { type: "Ping" },
    { type: "Ping", data: 0 },
    { type: "Ping", data: Number.MAX_SAFE_INTEGER },
    { type: "Ping", data: [] },
    { type: "Ping", data: [0, 255] },
  ])("%j is read without unknown fields", (message) => {
    expect(readClientMessage({ ...message, other: 1 }) as unknown).toEqual(message);
  });

  test.each(["beginTyping", "BEGINTYPING", "begintyping"])("%s is BeginTyping", (type) => {
    expect(readClientMessage({ type, channel: "c" })).toEqual({ type: "BeginTyping", channel: "c" });
  });

  test("bytes become a list", () => {
    expect(readClientMessage({ type: "Ping", data: new Uint8Array([1, 255]) })).toEqual({
      type: "Ping",
      data: [1, 255],
    });
  });

  test("malformed and unknown messages are undefined", () => {
    for (const value of malformed) expect(readClientMessage(value), Bun.inspect(value)).toBeUndefined();
  });
});
