import type { Person } from "../support/accounts/people.ts";
import type { TestServer } from "../support/server/server.ts";
import { openReadyStream, openStream } from "../support/stream/stream.ts";
import { type Knowledge, knowledgeFrom, TrackingClient } from "./tracking-client.ts";

const fields = "ready=servers&ready=channels&ready=emojis&ready=voice_states";

/** A user with up to two clients. */
export class TestUser implements Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly sessionId: string;
  readonly name: string;
  readonly #server: TestServer;
  readonly clients: TrackingClient[] = [];

  constructor(server: TestServer, { id, email, token, sessionId }: Person, name: string) {
    this.#server = server;
    this.id = id;
    this.email = email;
    this.token = token;
    this.sessionId = sessionId;
    this.name = name;
  }

  async connect(): Promise<void> {
    if (this.clients.length >= 2) return;
    const format = this.clients.length === 0 ? "json" : "msgpack";
    const stream = await openStream(this.#server, { token: this.token, format, query: fields });
    this.clients.push(new TrackingClient(stream, await stream.next("Ready"), this.id));
  }

  /** Disconnects the client that has been connected for longer. */
  async disconnect(): Promise<void> {
    await this.clients.shift()?.stream[Symbol.asyncDispose]();
  }

  /** What a newly connected client knows. */
  async readFresh(): Promise<Knowledge> {
    const { stream, ready } = await openReadyStream(this.#server, this, { query: fields });
    await stream[Symbol.asyncDispose]();
    return knowledgeFrom(ready);
  }
}
