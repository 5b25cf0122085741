import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Server, ServerWebSocket, WebSocketHandler } from "bun";
import { until } from "../../../test/support/until.ts";
import type { SignalRelay } from "./signal-relay.ts";
import { isSignalPath, relaySignals, withRelays } from "./signal-sockets.ts";

/** A server of WebSockets in the place of LiveKit, and a relay in front of it. */
let liveKit: Server<undefined>;
let relay: Server<SignalRelay>;
/** The connection of the relay to LiveKit. */
let atLiveKit: ServerWebSocket<undefined>;
let received: (string | Uint8Array)[];
let request: Request;
let closed: { code: number; reason: string } | undefined;
/** How often the relay has stopped reading from a client. */
let pauses = 0;
/** The tokens that were asked about. */
const checked: (string | undefined)[] = [];

async function refusalFor(token: string | undefined): Promise<Response | undefined> {
  checked.push(token);
  return token === "a refused token" ? new Response("refused", { status: 401 }) : undefined;
}

beforeEach(() => {
  received = [];
  closed = undefined;
  pauses = 0;
});

beforeAll(() => {
  liveKit = Bun.serve<undefined>({
    port: 0,
    fetch(incoming, server) {
      request = incoming;
      server.upgrade(incoming, { data: undefined });
    },
    websocket: {
      backpressureLimit: 0,
      maxPayloadLength: 4_000_000,
      open(socket) {
        atLiveKit = socket;
        socket.send("welcome");
      },
      message: (_, message) => void received.push(message),
      close(_, code, reason) {
        closed = { code, reason };
      },
    },
  });
  const signalling = { url: `ws://127.0.0.1:${liveKit.port}` };
  relay = Bun.serve<SignalRelay>({
    port: 0,
    fetch(incoming, server) {
      const path = new URL(incoming.url).pathname;
      if (!isSignalPath(path)) return new Response(null, { status: 404 });
      return relaySignals(incoming, path, { server, signalling, refusalFor });
    },
    websocket: countingPauses(withRelays<SignalRelay>({ backpressureLimit: 0, message() {} })),
  });
});
afterAll(async () => {
  await relay.stop(true);
  await liveKit.stop(true);
});

function countingPauses(handler: WebSocketHandler<SignalRelay>): WebSocketHandler<SignalRelay> {
  return {
    ...handler,
    open(socket) {
      const pause = socket.pause.bind(socket);
      socket.pause = () => {
        pauses++;
        pause();
      };
      handler.open?.(socket);
    },
  };
}

/** A client, and what it got. */
async function connect(path = "/livekit/rtc", authorization: string | undefined = "Bearer token") {
  const headers = { ...(authorization && { authorization }), "user-agent": "a client", cookie: "a=b" };
  const socket = new WebSocket(`ws://127.0.0.1:${relay.port}${path}`, { headers });
  socket.binaryType = "nodebuffer";
  const got: (string | Uint8Array)[] = [];
  const ended = Promise.withResolvers<{ code: number; reason: string }>();
  socket.onmessage = ({ data }) => void got.push(data);
  socket.onclose = ({ code, reason }) => ended.resolve({ code, reason });
  await until(() => got.length > 0);
  return { socket, got, ended: ended.promise };
}

const upgrade = {
  upgrade: "websocket",
  connection: "upgrade",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

const frames = 64;
const frameBytes = 1_000_000;

describe("the relay of signals", () => {
  test("passes text and bytes on in both directions, and the address with its query", async () => {
    const { socket, got } = await connect("/livekit/rtc/v1?join_request=a%2Bb&x=1");
    expect(new URL(request.url).pathname + new URL(request.url).search).toBe(
      "/rtc/v1?join_request=a%2Bb&x=1",
    );
    const { headers } = request;
    expect(["authorization", "user-agent", "cookie"].map((name) => headers.get(name))).toEqual([
      "Bearer token",
      "a client",
      null,
    ]);
    for (const message of ["text", new Uint8Array([1, 2])]) {
      socket.send(message);
      atLiveKit.send(message);
    }
    await until(() => received.length === 2 && got.length === 3);
    expect(received).toEqual(["text", Buffer.from([1, 2])]);
    expect(got).toEqual(["welcome", "text", Buffer.from([1, 2])]);
    socket.close();
  });

  test("passes exactly the token on that was checked", async () => {
    for (const [query, header, token] of [
      ["access_token=a&x=1", "", "a"],
      ["access_token=a&access_token=b&x=1", "", "a"],
      ["access_token=a&x=1", "Bearer b", "b"],
    ] as const) {
      const { socket } = await connect(`/livekit/rtc?${query}`, header);
      expect(checked.at(-1)).toBe(token);
      expect(request.headers.get("authorization")).toBe(`Bearer ${token}`);
      expect(new URL(request.url).search).toBe("?x=1");
      socket.close();
    }
  });

  test("does not reach LiveKit with a token that is refused", async () => {
    const [before] = [request];
    const response = await fetch(`http://127.0.0.1:${relay.port}/livekit/rtc`, {
      headers: { ...upgrade, authorization: "Bearer a refused token" },
    });
    expect([response.status, await response.text()]).toEqual([401, "refused"]);
    expect(request).toBe(before);
  });

  test.each([1000, 1001, 4123])("passes the code %i on when either side closes", async (code) => {
    const first = await connect();
    atLiveKit.close(code, "of LiveKit");
    expect(await first.ended).toEqual({ code, reason: "of LiveKit" });
    const second = await connect();
    second.socket.close(code, "of the client");
    await until(() => closed?.reason === "of the client");
    expect(closed?.code).toBe(code);
  });

  test("closes one side without a code when the other ends without one", async () => {
    const first = await connect();
    atLiveKit.terminate();
    expect((await first.ended).code).toBe(1006);
    const second = await connect();
    closed = undefined;
    second.socket.terminate();
    await until(() => closed !== undefined);
  });

  test("stops reading from LiveKit while a client does not read, and loses nothing", async () => {
    const { socket, got } = await connect();
    socket.pause();
    for (let sent = 0; sent < frames; sent++) atLiveKit.send(new Uint8Array(frameBytes));
    const waiting = await settled(() => atLiveKit.getBufferedAmount());
    expect(waiting).toBeGreaterThan((frames / 2) * frameBytes);
    socket.resume();
    await until(() => got.length === frames + 1);
    socket.close();
  });

  test("stops reading from a client while LiveKit does not read, and loses nothing", async () => {
    const { socket } = await connect();
    atLiveKit.pause();
    for (let sent = 0; sent < frames; sent++) socket.send(new Uint8Array(frameBytes));
    expect(await settled(() => socket.bufferedAmount)).toBeGreaterThan((frames / 2) * frameBytes);
    expect(pauses).toBe(1);
    atLiveKit.resume();
    await until(() => received.length === frames);
    socket.close();
  });

  test("continues reading from a client while LiveKit reads", async () => {
    const { socket } = await connect();
    for (let sent = 0; sent < 100; sent++) socket.send("a small message");
    await until(() => received.length === 100);
    expect(pauses).toBe(0);
    socket.close();
  });
});

/** The value once it no longer changes. */
async function settled(read: () => number): Promise<number> {
  let last = Number.NaN;
  await until(async () => {
    const before = last;
    await Bun.sleep(200);
    last = read();
    return last === before;
  });
  return last;
}
