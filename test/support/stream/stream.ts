import { decode, encode } from "@msgpack/msgpack";
import { settleNodes } from "../cluster/settle-nodes.ts";
import type { TestServer } from "../server/server.ts";

export interface Packet {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read packets of every shape and state what they expect
  readonly [field: string]: any;
}

export interface StreamOptions {
  readonly token?: string;
  readonly format?: "json" | "msgpack";
  /** Further parameters of the address, e.g. `ready=users&ready=channels`. */
  readonly query?: string;
  readonly headers?: Record<string, string>;
}

/** A plain client of the event stream, in either format. */
export interface StreamClient extends AsyncDisposable {
  /** All packets so far, in order. */
  readonly received: readonly Packet[];
  readonly closed: Promise<{ code: number; reason: string }>;
  send(message: object): void;
  sendRaw(frame: string | Uint8Array<ArrayBuffer>): void;
  /** Waits for the first packet of this type that no earlier call returned. */
  next(type: string): Promise<Packet>;
  /** Waits until everything has arrived that this node has sent so far. */
  catchUp(): Promise<void>;
  /** The packets since the last call, without Pongs. Waits until everything sent so far has arrived. */
  takeNew(): Promise<Packet[]>;
  close(): void;
}

export async function openStream(
  { url }: Pick<TestServer, "url">,
  { token, format = "json", query = "", headers = {} }: StreamOptions = {},
): Promise<StreamClient> {
  const parameters = new URLSearchParams(query);
  if (format !== "json") parameters.set("format", format);
  if (token !== undefined) parameters.set("token", token);
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws?${parameters}`, { headers });
  socket.binaryType = "arraybuffer";
  const received: Packet[] = [];
  const taken = new Set<Packet>();
  let takenCount = 0;
  let pings = 0;
  let wake = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  const opened = Promise.withResolvers<void>();
  socket.onopen = () => opened.resolve();
  socket.onmessage = ({ data }) => {
    received.push((typeof data === "string" ? JSON.parse(data) : decode(data)) as Packet);
    wake.resolve();
    wake = Promise.withResolvers();
  };
  socket.onclose = ({ code, reason }) => {
    closed.resolve({ code, reason });
    opened.resolve();
    wake.resolve();
  };
  await opened.promise;

  const send = (message: object) =>
    socket.send(format === "json" ? JSON.stringify(message) : encode(message));
  const until = async (matches: (packet: Packet) => boolean, expected: string): Promise<Packet> => {
    for (;;) {
      const found = received.find((packet) => !taken.has(packet) && matches(packet));
      if (found) {
        taken.add(found);
        return found;
      }
      if (socket.readyState === WebSocket.CLOSED) {
        const { code, reason } = await closed.promise;
        throw new Error(
          `closed (${code} ${reason}) before ${expected}; received ${JSON.stringify(received)}`,
        );
      }
      await wake.promise;
    }
  };
  // Packets arrive in order: all packets that the server sent before this Pong have arrived with it.
  const catchUp = async () => {
    const data = 1_000_000 + pings++;
    send({ type: "Ping", data });
    await until((packet) => packet.type === "Pong" && packet.data === data, "Pong");
  };
  return {
    received,
    closed: closed.promise,
    send,
    sendRaw: (frame) => socket.send(frame),
    next: (type) => until((packet) => packet.type === type, type),
    catchUp,
    async takeNew() {
      await settleNodes(url);
      await catchUp();
      const fresh = received.slice(takenCount).filter(({ type }) => type !== "Pong");
      takenCount = received.length;
      return fresh;
    },
    close: () => socket.close(),
    async [Symbol.asyncDispose]() {
      socket.close();
      await closed.promise;
    },
  };
}

/** Connects, authenticates and waits for Ready. */
export async function openReadyStream(
  server: Pick<TestServer, "url">,
  { token }: { token: string },
  options: Omit<StreamOptions, "token"> = {},
): Promise<{ stream: StreamClient; ready: Packet }> {
  const stream = await openStream(server, { ...options, token });
  const ready = await stream.next("Ready");
  await stream.takeNew();
  return { stream, ready };
}
