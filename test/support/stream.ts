import { decode, encode } from "@msgpack/msgpack";
import type { TestServer } from "./server.ts";

export interface Packet {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into packets of every shape, and say there what they expect
  readonly [field: string]: any;
}

export interface StreamOptions {
  readonly token?: string;
  readonly format?: "json" | "msgpack";
  /** Further parameters of the address, e.g. `ready=users&ready=channels`. */
  readonly query?: string;
}

/** A plain client of the event stream, in either format. */
export interface StreamClient extends AsyncDisposable {
  /** All that came, in order. */
  readonly heard: readonly Packet[];
  readonly closed: Promise<{ code: number; reason: string }>;
  send(message: object): void;
  sendRaw(frame: string | Uint8Array<ArrayBuffer>): void;
  /** The first packet of this type that was not asked for before; waits for it. */
  next(type: string): Promise<Packet>;
  /** What came since the last time, once everything told so far has arrived. Pongs are left out. */
  news(): Promise<Packet[]>;
  close(): void;
}

export async function openStream(
  { url }: Pick<TestServer, "url">,
  { token, format = "json", query = "" }: StreamOptions = {},
): Promise<StreamClient> {
  const parameters = new URLSearchParams(query);
  if (format !== "json") parameters.set("format", format);
  if (token !== undefined) parameters.set("token", token);
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws?${parameters}`);
  socket.binaryType = "arraybuffer";
  const heard: Packet[] = [];
  const taken = new Set<Packet>();
  let told = 0;
  let pings = 0;
  let wake = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<{ code: number; reason: string }>();
  const opened = Promise.withResolvers<void>();
  socket.onopen = () => opened.resolve();
  socket.onmessage = ({ data }) => {
    heard.push((typeof data === "string" ? JSON.parse(data) : decode(data)) as Packet);
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
  const until = async (fits: (packet: Packet) => boolean, what: string): Promise<Packet> => {
    for (;;) {
      const found = heard.find((packet) => !taken.has(packet) && fits(packet));
      if (found) {
        taken.add(found);
        return found;
      }
      if (socket.readyState === WebSocket.CLOSED) {
        const { code, reason } = await closed.promise;
        throw new Error(`closed (${code} ${reason}) before ${what}; heard ${JSON.stringify(heard)}`);
      }
      await wake.promise;
    }
  };
  return {
    heard,
    closed: closed.promise,
    send,
    sendRaw: (frame) => socket.send(frame),
    next: (type) => until((packet) => packet.type === type, type),
    async news() {
      // Packets arrive in order: what was told before the answer to this has come before it.
      const data = 1_000_000 + pings++;
      send({ type: "Ping", data });
      await until((packet) => packet.type === "Pong" && packet.data === data, "Pong");
      const fresh = heard.slice(told).filter(({ type }) => type !== "Pong");
      told = heard.length;
      return fresh;
    },
    close: () => socket.close(),
    async [Symbol.asyncDispose]() {
      socket.close();
      await closed.promise;
    },
  };
}

/** Connected, authenticated and past Ready, which is returned beside the client. */
export async function listenIn(
  server: Pick<TestServer, "url">,
  { token }: { token: string },
  options: Omit<StreamOptions, "token"> = {},
): Promise<{ stream: StreamClient; ready: Packet }> {
  const stream = await openStream(server, { ...options, token });
  const ready = await stream.next("Ready");
  await stream.news();
  return { stream, ready };
}
