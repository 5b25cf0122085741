import { expect } from "bun:test";
import type { WalkUser } from "../../convergence/walk-action.ts";
import { logIn, newUser, type Person } from "../../support/accounts/people.ts";
import type { TestServer } from "../../support/server/server.ts";
import { openStream } from "../../support/stream/stream.ts";
import { until } from "../../support/until.ts";
import { CrowdClient } from "./crowd-client.ts";

interface Node {
  readonly url: string;
}

/** A user with several clients in two sessions. */
export class CrowdUser implements WalkUser {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly sessionId: string;
  readonly name: string;
  readonly #server: TestServer;
  #clients: readonly CrowdClient[] = [];
  /** Whether the user is about to be deleted, or was. */
  isLeaving = false;

  private constructor(server: TestServer, { id, email, token, sessionId }: Person, name: string) {
    this.#server = server;
    this.id = id;
    this.email = email;
    this.token = token;
    this.sessionId = sessionId;
    this.name = name;
  }

  static async create(server: TestServer, name: string): Promise<CrowdUser> {
    return new CrowdUser(server, await newUser(server, name), name);
  }

  get clients(): readonly CrowdClient[] {
    return this.#clients;
  }

  async comeOnline(nodes: readonly Node[]): Promise<void> {
    const { token } = await logIn(this.#server, this.email);
    const opening = nodes.map((node, index) =>
      CrowdClient.open(node, this, {
        token: index % 2 === 0 ? this.token : token,
        format: index % 3 === 0 ? "msgpack" : "json",
      }),
    );
    this.#clients = await Promise.all(opening);
  }

  async goOfflineForGood(): Promise<void> {
    await this.close();
    await until(() => {
      this.#server.tick();
      return !this.#server.isConnected(this.id);
    });
  }

  async close(): Promise<void> {
    const clients = this.#clients;
    this.#clients = [];
    for (const client of clients) await client.close();
  }

  /** Compares what the clients know with what a new one knows, and what they have received with each other. */
  async compare(node: Node): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.catchUp(this.#server.client)));
    await using stream = await openStream(node, { token: this.token });
    const fresh = await stream.next("Ready");
    for (const client of this.#clients) {
      const { known, expected } = client.compareWith(fresh);
      expect({ of: this.name, ...known }).toEqual({ of: this.name, ...expected });
    }
    this.#compareEvents();
  }

  endComparison(): void {
    for (const client of this.#clients) client.endComparison();
  }

  /** All clients of a user receive the same events in the same order, those with a new Ready only the last ones. */
  #compareEvents(): void {
    const received = this.#clients.map(({ events }) => events);
    const [most] = received.toSorted(
      (one, other) => Number(other.isWhole) - Number(one.isWhole) || other.all.length - one.all.length,
    );
    for (const { all, isWhole } of received) {
      const expected = isWhole || all.length === 0 ? most?.all : most?.all.slice(-all.length);
      if (isWhole || all.length > 0)
        expect({ of: this.name, events: all }).toEqual({ of: this.name, events: expected ?? [] } as never);
    }
  }
}
