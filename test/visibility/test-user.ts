import type { Person } from "../support/accounts/people.ts";
import type { TestServer } from "../support/server/server.ts";
import { ResumingStream } from "../support/stream/resuming-stream.ts";
import { openReadyStream } from "../support/stream/stream.ts";
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
  readonly clients: TrackingClient<ResumingStream>[] = [];

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
    const stream = await ResumingStream.open(this.#server, { token: this.token, format, query: fields });
    this.clients.push(new TrackingClient(stream, stream.ready, this.id));
  }

  /** Disconnects the client that has been connected for longer. */
  async disconnect(): Promise<void> {
    await this.clients.shift()?.stream[Symbol.asyncDispose]();
  }

  /** Cuts its newest client off until it receives events again; `kept` of the packets on the way still arrive. */
  async loseConnection(kept: number): Promise<void> {
    const stream = this.clients.at(-1)?.stream;
    if (stream?.isConnected) await stream.cut(kept);
  }

  /** What a newly connected client knows. */
  async readFresh(): Promise<Knowledge> {
    const { stream, ready } = await openReadyStream(this.#server, this, { query: fields });
    await stream[Symbol.asyncDispose]();
    return knowledgeFrom(ready);
  }
}
