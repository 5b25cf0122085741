import { expect } from "bun:test";
import { Client } from "stoat.js";
import type { Person } from "../support/accounts/people.ts";
import { heartbeatSeconds } from "../support/bots/library-heartbeat.ts";
import type { TestServer } from "../support/server/server.ts";
import { ResumingStream } from "../support/stream/resuming-stream.ts";
import { openReadyStream, type Packet } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { findDifferences } from "./library-cache.ts";
import { Quirks } from "./library-quirks.ts";
import { Reference } from "./reference.ts";
import { inOrder, single, stateOf } from "./reference-state.ts";

interface Library {
  readonly client: Client;
  readonly quirks: Quirks;
  /** What it has received since the last check. */
  readonly received: Packet[];
}

interface Clients {
  readonly stream: ResumingStream;
  reference: Reference;
  readonly library: Library | undefined;
}

export interface UserOptions {
  readonly name: string;
  readonly withLibrary: boolean;
}

const configurations = new Map<string, Client["configuration"]>();

/** What the server says about itself, which every client would fetch, and which is the same for all. */
async function configurationOf(client: Client, url: string): Promise<Client["configuration"]> {
  const known = configurations.get(url) ?? (await client.api.get("/"));
  configurations.set(url, known);
  return known;
}

/** A user with clients that stay connected: the reference client and, if wanted, the library. */
export class TestUser implements Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly sessionId: string;
  readonly name: string;
  readonly #server: TestServer;
  readonly #withLibrary: boolean;
  #clients: Clients | undefined;
  #pings = 0;
  #gone = false;
  #isCut = false;

  constructor(server: TestServer, person: Person, { name, withLibrary }: UserOptions) {
    this.#server = server;
    this.#withLibrary = withLibrary;
    this.id = person.id;
    this.email = person.email;
    this.token = person.token;
    this.sessionId = person.sessionId;
    this.name = name;
  }

  get isOnline(): boolean {
    return this.#clients !== undefined;
  }

  get isGone(): boolean {
    return this.#gone;
  }

  async comeOnline(): Promise<void> {
    // First, so that it receives the events that the library causes.
    const stream = await ResumingStream.open(this.#server, { token: this.token });
    const { ready } = stream;
    const client = this.#withLibrary ? await this.#openLibrary() : undefined;
    const received: Packet[] = [];
    client?.events.on("event", (event) => received.push(event as Packet));
    const library = client && { client, quirks: new Quirks(client, this.id), received };
    this.#clients = { stream, reference: new Reference(ready), library };
  }

  /**
   * Cuts the reference client off until the next check, with some of its packets on the way. `chance` decides how many
   * of them arrive.
   */
  async loseConnection(chance: number): Promise<void> {
    if (!this.#clients || this.#isCut) return;
    this.#isCut = true;
    await this.#clients.stream.cut(chance < 0.5 ? Math.floor(chance * 20) : undefined);
  }

  /** Returns once the user is offline for the server. */
  async goOffline(): Promise<void> {
    await this.close();
    await until(() => {
      this.#server.tick();
      return !this.#server.isConnected(this.id);
    });
  }

  /** For users whose sessions have ended and who cannot log in again. */
  async goOfflineForGood(): Promise<void> {
    this.#gone = true;
    await this.goOffline();
  }

  async close(): Promise<void> {
    const clients = this.#clients;
    this.#clients = undefined;
    this.#isCut = false;
    clients?.library?.client.events.disconnect();
    await clients?.stream[Symbol.asyncDispose]();
  }

  /** Connects again after a cut, and returns once the user is online for all nodes. */
  async reconnect(): Promise<void> {
    if (!this.#clients || !this.#isCut) return;
    await this.#applyEvents(this.#clients);
    await until(() => this.#server.nodes.every(({ services }) => services.presence.isConnected(this.id)));
  }

  /** Compares what these clients know with what newly connected ones know. */
  async check(): Promise<void> {
    const clients = this.#clients;
    if (!clients) return;
    const { library } = clients;
    await this.#applyEvents(clients);
    const { reference } = clients;
    const { stream, ready } = await openReadyStream(this.#server, this);
    await stream[Symbol.asyncDispose]();
    expect({ of: this.name, ...inOrder(reference.state) }).toEqual({
      of: this.name,
      ...inOrder(stateOf(ready)),
    });
    if (!library) return;
    const fresh = await this.#openLibrary();
    const differences = findDifferences(library.client, fresh, library.quirks);
    fresh.events.disconnect();
    expect({ of: this.name, differences }).toEqual({ of: this.name, differences: [] });
  }

  async #applyEvents(clients: Clients): Promise<void> {
    const { library, stream } = clients;
    const packets = (await stream.takeNew()).flatMap(single);
    this.#isCut = false;
    // What a new Ready replaces has not reached the reference client, but the library, which stayed connected.
    const isReplaced = packets.some(({ type }) => type === "Ready");
    const received = library?.received.splice(0).flatMap(single) ?? [];
    if (isReplaced) for (const packet of received) library?.quirks.take(packet);
    for (const packet of packets) {
      if (packet.type === "Ready") clients.reference = new Reference(packet);
      if (packet.type === "Ready" || packet.type === "Resumed") continue;
      clients.reference.take(packet);
      if (!isReplaced) library?.quirks.take(packet);
      library?.quirks.takeConversation(clients.reference.unknown);
    }
    const { reference } = clients;
    for (const id of [...reference.unknown]) {
      const { status, body } = await this.#server.client.get(`/users/${id}`, this);
      expect(status).toBe(200);
      reference.learn(body);
    }
    for (const [server, user] of [...reference.unknownMembers].map((key) => key.split(" "))) {
      const { status, body } = await this.#server.client.get(`/servers/${server}/members/${user}`, this);
      expect(status).toBe(200);
      reference.learnMember(body);
    }
    if (!library) return;
    const { events } = library.client;
    // The library shows only the age of a ping with its pong, so these pings carry times far in the future.
    const ahead = ++this.#pings * 1e9;
    events.send({ type: "Ping", data: Date.now() + ahead });
    await until(() => events.ping() < 1e8 - ahead);
  }

  async #openLibrary(): Promise<Client> {
    const { url } = this.#server;
    const client = new Client({
      baseURL: `${url}/api`,
      autoReconnect: false,
      // It would fetch every user who joins a server, with results that may arrive during the comparison.
      eagerFetching: false,
      heartbeatInterval: heartbeatSeconds,
    });
    client.configuration = await configurationOf(client, url);
    client.useExistingSession({ _id: this.sessionId, token: this.token, user_id: this.id });
    client.connect();
    await until(() => client.ready());
    return client;
  }
}
