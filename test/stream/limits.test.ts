import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type CloseReason, closeCodes } from "../../src/gateway/close-codes.ts";
import { newAccount, newUser, type Person } from "../support/accounts/people.ts";
import { openServer, type TestServer } from "../support/server/server.ts";
import { seconds } from "../support/server/test-clock.ts";
import { openRawStream } from "../support/stream/raw-stream.ts";
import { openStream, type StreamClient } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";

async function expectClose(stream: StreamClient, why: CloseReason): Promise<void> {
  const { code, reason } = closeCodes[why];
  expect(await stream.closed).toEqual({ code, reason });
}

describe("limits of a connection", () => {
  let server: TestServer;
  let person: Person;
  beforeAll(async () => {
    server = await openServer("sqlite");
    person = await newUser(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  function pass(ms: number): void {
    server.clock.advance(ms);
    server.tick();
  }

  /** A connection that has Ready and has not sent a frame. */
  async function enter(): Promise<StreamClient> {
    const stream = await openStream(server, person);
    await stream.next("Ready");
    return stream;
  }

  test("a frame of 64 KiB is accepted, a larger one is not", async () => {
    const padded = (length: number) => `{"type":"Ping","data":1,"pad":"${"x".repeat(length - 33)}"}`;
    const stream = await enter();
    const fits = padded(65_536);
    expect(fits).toHaveLength(65_536);
    stream.sendRaw(fits);
    await stream.next("Pong");
    stream.sendRaw(padded(65_537));
    await expectClose(stream, "frameTooLarge");

    await using stranger = await openStream(server, { format: "msgpack" });
    stranger.sendRaw(new Uint8Array(65_537));
    await expectClose(stranger, "frameTooLarge");
  });

  const ignored = ["", "x", "{}", '{"type":"Nothing"}', '{"type":"Ping","data":"x"}', new Uint8Array([1])];

  async function sendIgnored(stream: StreamClient, count: number): Promise<void> {
    for (let sent = 0; sent < count; sent++) stream.sendRaw(ignored[sent % ignored.length] ?? "");
  }

  test("120 frames in ten seconds are accepted, one more is not, whatever they hold", async () => {
    const stream = await enter();
    await sendIgnored(stream, 119);
    stream.send({ type: "Ping", data: 120 });
    await stream.next("Pong");
    stream.sendRaw("x");
    await expectClose(stream, "tooManyFrames");
  });

  test("the limit holds before authentication too", async () => {
    await using stream = await openStream(server);
    await sendIgnored(stream, 121);
    await expectClose(stream, "tooManyFrames");
    expect(stream.received).toEqual([]);
  });

  test("WebSocket pings count too", async () => {
    await using raw = await openRawStream(server, "/ws");
    for (let sent = 0; sent < 121; sent++) raw.sendControlPing();
    expect(await raw.closed).toBe(closeCodes.tooManyFrames.code);
  });

  test("long frames before authentication are not decoded", async () => {
    await using stream = await openStream(server);
    stream.send({ type: "Authenticate", token: person.token, pad: "x".repeat(8_192) });
    stream.send({ type: "Authenticate", token: "bad" });
    await stream.next("Error");
    stream.send({ type: "Authenticate", token: person.token });
    await stream.next("Ready");
    expect(stream.received.map(({ type }) => type)).toEqual(["Error", "Authenticated", "Ready"]);
  });

  test("a user has a limited number of connections; other users are not affected", async () => {
    await using small = await openServer("sqlite", { config: { events: { connections: 2 } } });
    const [one, other] = [await newUser(small, "One"), await newUser(small, "Other")];
    const [first, second] = [await openStream(small, one), await openStream(small, one)];
    await Promise.all([first.next("Ready"), second.next("Ready")]);
    await using third = await openStream(small, one);
    await expectClose(third, "tooManyConnections");
    await using elsewhere = await openStream(small, other);
    await elsewhere.next("Ready");
    first.close();
    await first.closed;
    await using again = await openStream(small, one);
    await again.next("Ready");
    expect(await second.takeNew()).toContainEqual(expect.objectContaining({ type: "Ready" }));
  });

  test("every ten seconds 120 more frames are accepted", async () => {
    const stream = await enter();
    for (let window = 0; window < 3; window++) {
      await sendIgnored(stream, 119);
      stream.send({ type: "Ping", data: window });
      expect(await stream.next("Pong")).toMatchObject({ data: window });
      server.clock.advance(seconds(10));
    }
    await sendIgnored(stream, 121);
    await expectClose(stream, "tooManyFrames");
  });

  test("five bad tokens are too many, including the one in the address", async () => {
    for (const [token, more] of [
      ["bad", 4],
      [undefined, 5],
    ] as const) {
      await using stream = await openStream(server, token === undefined ? {} : { token });
      for (let sent = 0; sent < more; sent++) stream.send({ type: "Authenticate", token: `bad ${sent}` });
      stream.send({ type: "Authenticate", token: person.token });
      await expectClose(stream, "tooManyFailures");
      expect(stream.received.map(({ error }) => error)).toEqual(Array(5).fill("InvalidSession"));
    }
  });

  test("a valid token without a user is a failure too", async () => {
    const account = await newAccount(server);
    await using stream = await openStream(server, account);
    for (let sent = 0; sent < 4; sent++) stream.send({ type: "Authenticate", token: account.token });
    await expectClose(stream, "tooManyFailures");
  });

  test("a connection without authentication is closed after half a minute, whatever else it sends", async () => {
    await using stream = await openStream(server, { token: "bad" });
    await stream.next("Error");
    await using late = await openStream(server);
    pass(seconds(15));
    late.send({ type: "Authenticate", token: person.token });
    await late.next("Ready");
    stream.send({ type: "Ping", data: 1 });
    stream.send({ type: "Authenticate", token: "bad" });
    await stream.next("Error");
    pass(seconds(15));
    await expectClose(stream, "notAuthenticated");
    await late.takeNew();
  });

  test("a connection without a Ping for a minute is closed", async () => {
    const [silent, pinging] = [await enter(), await enter()];
    pass(seconds(40));
    await pinging.takeNew();
    pass(seconds(20));
    await expectClose(silent, "silent");
    await pinging.takeNew();
    pass(seconds(60));
    await expectClose(pinging, "silent");
  });

  test("the minute begins with Ready", async () => {
    await using stream = await openStream(server);
    pass(seconds(20));
    stream.send({ type: "Authenticate", token: person.token });
    await stream.next("Ready");
    pass(seconds(40));
    await stream.takeNew();
  });

  test("only a Ping counts as activity", async () => {
    const stream = await enter();
    pass(seconds(40));
    stream.send({ type: "Authenticate", token: person.token });
    stream.send({ type: "BeginTyping", channel: person.id });
    stream.send({ type: "Subscribe", server_id: person.id });
    stream.send({ type: "Ping", data: "x" });
    await server.client.post("/sync/settings/set", { theme: "dark" }, person);
    await Promise.all([stream.next("Error"), stream.next("UserSettingsUpdate")]);
    pass(seconds(20));
    await expectClose(stream, "silent");
  });
});

test("a connection that waits for its handshake is not closed, neither queued nor while Ready is loaded", async () => {
  const held = Promise.withResolvers<void>();
  let inside = 0;
  const betweenReadySteps = async (step: string) => {
    if (step !== "snapshot") return;
    inside += 1;
    await held.promise;
  };
  await using server = await openServer("sqlite", { betweenReadySteps });
  const people = await Promise.all(Array.from({ length: 20 }, () => newUser(server)));
  const streams = await Promise.all(people.map((person) => openStream(server, person)));
  await until(() => inside > 0);
  server.clock.advance(seconds(300));
  server.tick();
  for (const stream of streams) stream.send({ type: "Ping", data: 1 });
  await Promise.all(streams.map((stream) => stream.next("Pong")));
  const atOnce = inside;
  held.resolve();
  await Promise.all(streams.map((stream) => stream.next("Ready")));
  expect(atOnce).toBeLessThan(streams.length);
  expect(inside).toBe(streams.length);
});
