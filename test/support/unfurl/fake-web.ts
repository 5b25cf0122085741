import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { configWith } from "../../../src/config/load.ts";
import type { Config } from "../../../src/config/schema.ts";
import { type LocalDns, openLocalDns } from "./local-dns.ts";

/** The address of the public web in tests: a loopback address that no server of ours listens on. */
export const externalAddress = "127.7.0.1";

/** Bytes to send before the connection is closed, or a function that handles the connection. */
export type WebReply = string | Buffer | ((socket: Socket) => void);

export interface FakeWeb extends AsyncDisposable {
  readonly dns: LocalDns;
  /** The same at the public and the private addresses, so that only the address tells them apart. */
  readonly port: number;
  /** The heads of the requests to the public address. */
  readonly requests: readonly string[];
  /** The number of connections to private addresses. */
  readonly privateConnections: () => number;
  /** The number of open connections to the public address. */
  readonly openConnections: () => number;
  /** An address at `outside.example`, which is public. */
  url(path: string): string;
  respondAt(path: string, response: WebReply): void;
  /** A configuration that reaches this web. */
  config(outbound?: Partial<Config["outbound"]>, others?: Partial<Config>): Config;
}

/** A small web: a name server, a public host, and private services that no request may reach. */
export async function openFakeWeb(): Promise<FakeWeb> {
  const dns = await openLocalDns();
  dns.set("outside.example", externalAddress);
  const requests: string[] = [];
  const responses = new Map<string, WebReply>();
  const connections = new Set<Socket>();
  let privateConnections = 0;
  const servePublic = (socket: Socket) => {
    connections.add(socket);
    socket.on("close", () => connections.delete(socket));
    socket.on("error", () => {});
    let head = "";
    socket.on("data", (chunk) => {
      head += chunk.toString("latin1");
      if (!head.endsWith("\r\n\r\n")) return;
      requests.push(head);
      respond(socket, responses.get(head.split(" ")[1] ?? "") ?? reply(404));
    });
  };
  const servePrivate = (socket: Socket) => {
    privateConnections += 1;
    socket.on("error", () => {});
    socket.end(reply(200, {}, "a secret"));
  };
  const { port, servers } = await listenOnSamePort([
    [externalAddress, servePublic],
    ["127.0.0.1", servePrivate],
    ["::1", servePrivate],
  ]);
  return {
    dns,
    port,
    requests,
    privateConnections: () => privateConnections,
    openConnections: () => connections.size,
    url: (path) => `http://outside.example:${port}${path}`,
    respondAt: (path, response) => void responses.set(path, response),
    config: (outbound = {}, others = {}) =>
      configWith({
        ...others,
        outbound: { dns_servers: [dns.server], allow_private_hosts: [externalAddress], ...outbound },
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
    Buffer.from(`HTTP/1.1 ${status} Scripted\r\n${lines.join("")}\r\n`),
    Buffer.from(body),
  ]);
}

export const redirect = (location: string, status = 302): Buffer => reply(status, { Location: location });

function respond(socket: Socket, response: WebReply): void {
  if (typeof response === "function") response(socket);
  else socket.end(response);
}

/** Listens on a port that is free at all addresses. A machine without IPv6 leaves that address out. */
async function listenOnSamePort(services: [address: string, serve: (socket: Socket) => void][]) {
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
