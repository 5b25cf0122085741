import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { configWith } from "../../src/config/load.ts";
import type { Config } from "../../src/config/schema.ts";
import { type LocalDns, openLocalDns } from "./local-dns.ts";

/** Stands for the internet: a loopback address that no server of ours listens on. */
export const outsideAddress = "127.7.0.1";

/** Bytes, after which the connection is closed; or whatever is done with the connection. */
export type Answer = string | Buffer | ((socket: Socket) => void);

export interface OutsideWeb extends AsyncDisposable {
  readonly dns: LocalDns;
  /** The same outside and inside, so that only the address tells them apart. */
  readonly port: number;
  /** Heads of the requests that came outside. */
  readonly asked: readonly string[];
  /** Connections made to the inside. */
  readonly intrusions: () => number;
  /** Connections made to the outside that are still open. */
  readonly open: () => number;
  /** At `outside.example`, which is outside. */
  url(path: string): string;
  answer(path: string, answer: Answer): void;
  /** A configuration that knows this web. */
  config(outbound?: Partial<Config["outbound"]>, others?: Partial<Config>): Config;
}

/** A web in small, with a name server, a host outside and services inside that nobody should get to. */
export async function openOutsideWeb(): Promise<OutsideWeb> {
  const dns = await openLocalDns();
  dns.set("outside.example", outsideAddress);
  const asked: string[] = [];
  const answers = new Map<string, Answer>();
  const connections = new Set<Socket>();
  let intrusions = 0;
  const serveOutside = (socket: Socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
    socket.on("error", () => {});
    let head = "";
    socket.on("data", (chunk) => {
      head += chunk.toString("latin1");
      if (!head.endsWith("\r\n\r\n")) return;
      asked.push(head);
      give(socket, answers.get(head.split(" ")[1] ?? "") ?? reply(404));
    });
  };
  const serveInside = (socket: Socket) => {
    intrusions += 1;
    socket.on("error", () => {});
    socket.end(reply(200, {}, "a secret"));
  };
  const { port, servers } = await listenAlike([
    [outsideAddress, serveOutside],
    ["127.0.0.1", serveInside],
    ["::1", serveInside],
  ]);
  return {
    dns,
    port,
    asked,
    intrusions: () => intrusions,
    open: () => connections.size,
    url: (path) => `http://outside.example:${port}${path}`,
    answer: (path, answer) => void answers.set(path, answer),
    config: (outbound = {}, others = {}) =>
      configWith({
        ...others,
        outbound: { dns_servers: [dns.server], allow_private_hosts: [outsideAddress], ...outbound },
      }),
    async [Symbol.asyncDispose]() {
      for (const socket of connections) socket.destroy();
      for (const server of servers) server.close();
      await dns[Symbol.asyncDispose]();
    },
  };
}

export function reply(
  status: number,
  headers: Record<string, string> = {},
  body: string | Buffer = "",
): Buffer {
  const all = { "Content-Length": String(Buffer.byteLength(body)), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status} As Told\r\n${lines.join("")}\r\n`),
    Buffer.from(body),
  ]);
}

export const redirect = (location: string, status = 302): Buffer => reply(status, { Location: location });

function give(socket: Socket, answer: Answer): void {
  if (typeof answer === "function") answer(socket);
  else socket.end(answer);
}

/** On a port that is free everywhere. A machine without IPv6 has that much less inside. */
async function listenAlike(services: [address: string, serve: (socket: Socket) => void][]) {
  for (;;) {
    const servers: Server[] = [];
    let port = 0;
    let taken = false;
    for (const [address, serve] of services) {
      const server = createServer(serve).listen(port, address);
      const failure = await once(server, "listening").then(() => undefined, readCode);
      if (failure === undefined) servers.push(server);
      taken ||= failure === "EADDRINUSE";
      port ||= (server.address() as AddressInfo).port;
    }
    if (!taken) return { port, servers };
    for (const server of servers) server.close();
  }
}

const readCode = (error: NodeJS.ErrnoException) => error.code;
