import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { encode } from "@msgpack/msgpack";
import { newUser, type Person } from "../support/accounts/people.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { Barrier } from "../support/stream/barrier.ts";
import { openReadyStream, openStream, type StreamClient } from "../support/stream/stream.ts";

const formats = ["json", "msgpack"] as const;
const ping = (data: unknown) => ({ type: "Ping", data });

/** The pongs of this test, without those by which the test client waits. */
const pongs = ({ received }: StreamClient) =>
  received
    .filter(({ type, data }) => type === "Pong" && !(data >= 1_000_000 && data < 1_001_000))
    .map(({ data }) => data);

/** Frames that are not messages, in JSON. */
const junk: Record<string, string> = {
  nothing: "",
  "not JSON": "{type: Ping}",
  "half an object": '{"type":"Ping","data":',
  null: "null",
  "a number": "1",
  "a list": "[]",
  "a string": '"Ping"',
  "an empty object": "{}",
  "an unknown type": '{"type":"Pong","data":1}',
  "a type that every object has": '{"type":"toString"}',
  "a type that is no string": '{"type":["Ping"],"data":1}',
  "a prototype": '{"__proto__":{"type":"Ping","data":1}}',
  "a constructor": '{"constructor":{"prototype":{"type":"Ping","data":1}}}',
  "deep nesting": `${'{"type":'.repeat(8_000)}1`,
  "deep nesting that ends": `{"type":"Ping","data":${"[".repeat(30_000)}${"]".repeat(30_000)}}`,
  "no token": '{"type":"Authenticate"}',
  "a token that is no string": '{"type":"Authenticate","token":{"a":1}}',
  "no channel": '{"type":"BeginTyping"}',
  "a channel that is no string": '{"type":"EndTyping","channel":7}',
  "no server": '{"type":"Subscribe"}',
  "a server that is no string": '{"type":"Subscribe","server_id":null}',
};

/** The same in msgpack: truncated bytes, headers that announce more than follows, and other types. */
const binaryJunk: Record<string, Uint8Array<ArrayBuffer>> = {
  nothing: new Uint8Array(),
  "half a map": encode(ping(7)).slice(0, -1),
  "something after the map": new Uint8Array([...encode(ping(7)), 1]),
  "a reserved byte": new Uint8Array([0xc1]),
  "a list of four billion": new Uint8Array([0xdd, 255, 255, 255, 255]),
  "a text of four billion": new Uint8Array([0xdb, 255, 255, 255, 255]),
  "a map of four billion": new Uint8Array([0xdf, 255, 255, 255, 255]),
  "deep nesting": new Uint8Array(30_000).fill(0x91),
  "a moment": encode(new Date()),
  "a number": encode(1),
  "numbers for keys": new Uint8Array([0x81, 1, ...encode("Ping")]),
  "a prototype": new Uint8Array([0x81, 0xa9, ...Buffer.from("__proto__"), ...encode(ping(7))]),
  "an unknown type": encode({ type: "Pong", data: 1 }),
  "no token": encode({ type: "Authenticate" }),
};

describe("frames", () => {
  const barrier = new Barrier();
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await openServer("sqlite", { betweenReadySteps: barrier.between });
    person = await newUser(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  for (const format of formats) {
    test(`a Ping in ${format} returns its data in Pong: integers and bytes`, async () => {
      const { stream } = await openReadyStream(server, person, { format });
      const answered = [0, 1, 255, 256, 65_536, 2 ** 32, Date.now(), [], [0], [1, 2, 255]];
      for (const data of answered) stream.send(ping(data));
      await stream.takeNew();
      expect(pongs(stream)).toEqual(answered);
      stream.close();
    });

    test(`a Ping in ${format} without data, in any case, gets a Pong without data`, async () => {
      const { stream } = await openReadyStream(server, person, { format });
      for (const message of [{ type: "Ping" }, { type: "pING", data: null }]) {
        stream.send(message);
        expect(await stream.next("Pong")).toEqual({ type: "Pong" });
      }
      stream.close();
    });

    test(`a Ping in ${format} with other data is ignored`, async () => {
      const { stream } = await openReadyStream(server, person, { format });
      const others = [-1, 0.5, 2 ** 53, "1", "", true, {}, [256], [-1], [0.5], ["1"], [[1]], [null]];
      for (const data of others) stream.send(ping(data));
      expect(await stream.takeNew()).toEqual([]);
      expect(pongs(stream)).toEqual([]);
      stream.close();
    });
  }

  test("integers that exceed the safe range are ignored", async () => {
    const { stream } = await openReadyStream(server, person);
    stream.sendRaw(`{"type":"Ping","data":1e999}`);
    stream.sendRaw(`{"type":"Ping","data":${"9".repeat(1_000)}}`);
    expect(await stream.takeNew()).toEqual([]);
    expect(pongs(stream)).toEqual([]);
    stream.close();
  });

  test("msgpack binary data comes back as a list of numbers", async () => {
    const { stream } = await openReadyStream(server, person, { format: "msgpack" });
    stream.send(ping(new Uint8Array([1, 2, 255])));
    await stream.takeNew();
    expect(pongs(stream)).toEqual([[1, 2, 255]]);
    stream.close();
  });

  test("each format has its own type of frame; the other is ignored", async () => {
    const { stream: json } = await openReadyStream(server, person);
    json.sendRaw(encode(ping(1)));
    json.sendRaw(new TextEncoder().encode(JSON.stringify(ping(2))));
    expect(await json.takeNew()).toEqual([]);
    expect(pongs(json)).toEqual([]);
    json.close();

    const { stream: msgpack } = await openReadyStream(server, person, { format: "msgpack" });
    msgpack.sendRaw(JSON.stringify(ping(3)));
    expect(await msgpack.takeNew()).toEqual([]);
    expect(pongs(msgpack)).toEqual([]);
    msgpack.close();
  });

  test("a Ping before authentication gets no Pong", async () => {
    await using stream = await openStream(server);
    for (const message of [
      ping(1),
      { type: "BeginTyping", channel: "x" },
      { type: "Subscribe", server_id: "x" },
    ])
      stream.send(message);
    stream.send({ type: "Authenticate", token: person.token });
    await stream.next("Ready");
    expect(stream.received.map(({ type }) => type)).toEqual(["Authenticated", "Ready"]);
  });

  test("a Ping while Ready is loaded gets a Pong", async () => {
    const { reached, go } = barrier.stopAt("user");
    await using stream = await openStream(server, person);
    await reached;
    stream.send(ping(5));
    expect(await stream.next("Pong")).toEqual({ type: "Pong", data: 5 });
    go();
    await stream.next("Ready");
  });

  test.each(Object.entries(junk))(
    "JSON: %s is passed over, before and after authentication",
    async (_, frame) => {
      await using stream = await openStream(server);
      stream.sendRaw(frame);
      stream.send({ type: "Authenticate", token: person.token });
      await stream.next("Ready");
      stream.sendRaw(frame);
      expect((await stream.takeNew()).map(({ type }) => type)).toEqual(["Authenticated", "Ready"]);
      expect(pongs(stream)).toEqual([]);
    },
  );

  test.each(Object.entries(binaryJunk))("msgpack: %s is ignored", async (_, frame) => {
    await using stream = await openStream(server, { format: "msgpack" });
    stream.sendRaw(frame);
    stream.send({ type: "Authenticate", token: person.token });
    await stream.next("Ready");
    stream.sendRaw(frame);
    expect((await stream.takeNew()).map(({ type }) => type)).toEqual(["Authenticated", "Ready"]);
    expect(pongs(stream)).toEqual([]);
  });
});
