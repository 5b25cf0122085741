import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Towards the database, or back to the client. */
export type Direction = "up" | "down";
/** `swallow` drops everything without a sign, like a lost host; `hold` keeps it until `pass`, like a slow network. */
export type Mode = "pass" | "swallow" | "hold";

/** One connection through the proxy. */
export class ProxiedConnection {
  readonly #sockets: Record<Direction, Socket>;
  readonly #modes: Record<Direction, Mode> = { up: "pass", down: "pass" };
  readonly #held: Record<Direction, Buffer[]> = { up: [], down: [] };

  /** The name under which the commit is prepared. */
  #commit: string | undefined;

  constructor(client: Socket, database: Socket) {
    this.#sockets = { up: database, down: client };
  }

  set(direction: Direction, mode: Mode): void {
    this.#modes[direction] = mode;
    if (mode === "hold") return;
    for (const bytes of this.#held[direction].splice(0)) this.forward(direction, bytes);
  }

  forward(direction: Direction, bytes: Buffer): void {
    const mode = this.#modes[direction];
    if (mode === "pass") this.#sockets[direction].write(bytes);
    if (mode === "hold") this.#held[direction].push(bytes);
  }

  /** The other end learns of the end of a connection only if something still passes. */
  end(direction: Direction): void {
    if (this.#modes[direction] !== "swallow") this.#sockets[direction].destroy();
  }

  /** Notes what bytes to the database prepare. */
  observe(bytes: Buffer): void {
    this.#commit = preparedCommit.exec(bytes.toString("latin1"))?.[1] ?? this.#commit;
  }

  /** Whether these bytes to the database run a commit. */
  isCommit(bytes: Buffer): boolean {
    return this.#commit !== undefined && bytes.includes(`\0${this.#commit}\0`);
  }

  cut(): void {
    for (const socket of Object.values(this.#sockets)) socket.resetAndDestroy();
  }
}

export interface PostgresProxy extends Disposable {
  /** The address of the database through the proxy. */
  readonly url: string;
  readonly connections: ReadonlySet<ProxiedConnection>;
  /** Called before bytes are passed on; it may change the modes of the connection, or cut it. */
  onBytes: (connection: ProxiedConnection, direction: Direction, bytes: Buffer) => void;
  /** Called with each new connection. */
  onConnection: (connection: ProxiedConnection) => void;
  /** Sets the mode of all present and future connections, in both directions. */
  setAll(mode: Mode): void;
}

/** A TCP proxy in front of PostgreSQL that can swallow, hold and cut, for each connection and direction. */
export async function openPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl);
  const connections = new Set<ProxiedConnection>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const connection = new ProxiedConnection(client, database);
    connections.add(connection);
    const follow = (socket: Socket, direction: Direction) => {
      socket.setNoDelay(true);
      socket.on("data", (bytes: Buffer) => {
        if (direction === "up") connection.observe(bytes);
        proxy.onBytes(connection, direction, bytes);
        connection.forward(direction, bytes);
      });
      socket.on("error", () => {});
      socket.on("close", () => {
        connections.delete(connection);
        connection.end(direction);
      });
    };
    follow(client, "up");
    follow(database, "down");
    proxy.onConnection(connection);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const setBoth = (connection: ProxiedConnection, mode: Mode) => {
    connection.set("up", mode);
    connection.set("down", mode);
  };
  const proxy: PostgresProxy = {
    url: url.href,
    connections,
    onBytes() {},
    onConnection() {},
    setAll(mode) {
      for (const connection of connections) setBoth(connection, mode);
      proxy.onConnection = (connection) => setBoth(connection, mode);
    },
    [Symbol.dispose]() {
      server.close();
      for (const connection of connections) connection.cut();
    },
  };
  return proxy;
}

/** The message that prepares a commit contains the name of the statement and its text. */
const preparedCommit = /(P\d+)\0commit\0/;
