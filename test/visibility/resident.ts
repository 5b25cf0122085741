import type { Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { listenIn, openStream } from "../support/stream.ts";
import { type Knowledge, knowledgeOf, Watcher } from "./watcher.ts";

const fields = "ready=servers&ready=channels&ready=emojis";

/** Somebody, with up to two clients. */
export class Resident implements Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly sessionId: string;
  readonly name: string;
  readonly #server: TestServer;
  readonly watchers: Watcher[] = [];
  /** As it was found the last time. */
  privileged = false;

  constructor(server: TestServer, { id, email, token, sessionId }: Person, name: string) {
    this.#server = server;
    this.id = id;
    this.email = email;
    this.token = token;
    this.sessionId = sessionId;
    this.name = name;
  }

  async connect(): Promise<void> {
    if (this.watchers.length >= 2) return;
    const format = this.watchers.length === 0 ? "json" : "msgpack";
    const stream = await openStream(this.#server, { token: this.token, format, query: fields });
    this.watchers.push(new Watcher(stream, await stream.next("Ready"), this.id));
  }

  /** The one that has been there for longer. */
  async disconnect(): Promise<void> {
    await this.watchers.shift()?.stream[Symbol.asyncDispose]();
  }

  async survey(): Promise<void> {
    const { body } = await this.#server.client.get("/users/@me", this);
    this.privileged = body.privileged === true;
  }

  /** What a newcomer is told. */
  async lookAnew(): Promise<Knowledge> {
    const { stream, ready } = await listenIn(this.#server, this, { query: fields });
    await stream[Symbol.asyncDispose]();
    return knowledgeOf(ready);
  }
}
