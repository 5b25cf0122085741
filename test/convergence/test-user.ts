import { expect } from "bun:test";
import type { Person } from "../support/accounts/people.ts";
import type { TestServer } from "../support/server/server.ts";
import { ResumingStream } from "../support/stream/resuming-stream.ts";
import { openReadyStream } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { Library } from "./library.ts";
import { Reference } from "./reference.ts";
import { inOrder, single, stateOf } from "./reference-state.ts";
import type { WalkUser } from "./walk-action.ts";

interface Clients {
  readonly stream: ResumingStream;
  reference: Reference;
  readonly library: Library | undefined;
}

export interface UserOptions {
  readonly name: string;
  readonly withLibrary: boolean;
}

/** A user with clients that stay connected: the reference client and, if wanted, the library. */
export class TestUser implements WalkUser {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly sessionId: string;
  readonly name: string;
  readonly #server: TestServer;
  readonly #withLibrary: boolean;
  #clients: Clients | undefined;
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
    const library = this.#withLibrary ? await Library.open(this.#server.url, this) : undefined;
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

  async goOfflineForGood(): Promise<void> {
    this.#gone = true;
    await this.goOffline();
  }

  async close(): Promise<void> {
    const clients = this.#clients;
    this.#clients = undefined;
    this.#isCut = false;
    clients?.library?.close();
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
    const fresh = await Library.open(this.#server.url, this);
    const differences = library.differencesFrom(fresh);
    fresh.close();
    expect({ of: this.name, differences }).toEqual({ of: this.name, differences: [] });
  }

  async #applyEvents(clients: Clients): Promise<void> {
    const { library, stream } = clients;
    const packets = await stream.takeNew();
    this.#isCut = false;
    for (const packet of packets.flatMap(single)) {
      if (packet.type === "Ready") clients.reference = new Reference(packet);
      if (packet.type === "Ready" || packet.type === "Resumed") continue;
      clients.reference.take(packet);
    }
    await library?.catchUp();
    for (const reference of [clients.reference, library?.reference])
      if (reference) await this.#fetchUnknown(reference);
  }

  /** As clients do when an event brings somebody into view of whom they know nothing. */
  async #fetchUnknown(reference: Reference): Promise<void> {
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
  }
}
