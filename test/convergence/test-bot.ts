import { expect } from "bun:test";
import type { Bot } from "../support/bots/bots.ts";
import type { TestServer } from "../support/server/server.ts";
import { openReadyStream, openStream, type StreamClient } from "../support/stream/stream.ts";
import { until } from "../support/until.ts";
import { Reference } from "./reference.ts";
import { inOrder, single, stateOf } from "./reference-state.ts";

/** A bot with a reference client. */
export class TestBot {
  readonly #server: TestServer;
  readonly #bot: Bot;
  readonly #stream: StreamClient;
  readonly #reference: Reference;

  private constructor(server: TestServer, bot: Bot, [stream, reference]: [StreamClient, Reference]) {
    this.#server = server;
    this.#bot = bot;
    this.#stream = stream;
    this.#reference = reference;
  }

  static async connect(server: TestServer, bot: Bot): Promise<TestBot> {
    const stream = await openStream(server, bot);
    const ready = await stream.next("Ready");
    await stream.takeNew();
    return new TestBot(server, bot, [stream, new Reference(ready)]);
  }

  /** Compares what the bot knows with a new connection, unless its token is invalid by now, and disconnects. */
  async checkAndLeave(): Promise<void> {
    const isValid = (await this.#get("/users/@me")).status === 200;
    if (isValid) await this.#check();
    else expect((await this.#stream.next("Logout")).type).toBe("Logout");
    await this.#stream[Symbol.asyncDispose]();
    await until(() => {
      this.#server.tick();
      return !this.#server.isConnected(this.#bot.id);
    });
  }

  async #check(): Promise<void> {
    const reference = this.#reference;
    for (const packet of (await this.#stream.takeNew()).flatMap(single)) reference.take(packet);
    for (const id of reference.unknown) reference.learn((await this.#get(`/users/${id}`)).body);
    for (const [id, user] of [...reference.unknownMembers].map((key) => key.split(" ")))
      reference.learnMember((await this.#get(`/servers/${id}/members/${user}`)).body);
    const { stream, ready } = await openReadyStream(this.#server, this.#bot);
    await stream[Symbol.asyncDispose]();
    expect({ of: "the bot", ...inOrder(reference.state) }).toEqual({
      of: "the bot",
      ...inOrder(stateOf(ready)),
    });
  }

  #get(path: string) {
    return this.#server.client.get(path, { bot: this.#bot.token });
  }
}
