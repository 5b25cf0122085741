import { newUser } from "../support/people.ts";
import { take } from "../support/relationship-cells.ts";
import type { TestServer } from "../support/server.ts";
import { Inhabitant } from "./inhabitant.ts";
import { done } from "./operation.ts";

export const names = ["ann", "ben", "cleo", "dan"] as const;
export type Name = (typeof names)[number];

/** Four people on a server. */
export class World implements AsyncDisposable, Readonly<Record<Name, Inhabitant>> {
  readonly server: TestServer;
  readonly ann: Inhabitant;
  readonly ben: Inhabitant;
  readonly cleo: Inhabitant;
  readonly dan: Inhabitant;

  private constructor(server: TestServer, [ann, ben, cleo, dan]: readonly Inhabitant[]) {
    if (!ann || !ben || !cleo || !dan) throw new Error("there are four");
    this.server = server;
    this.ann = ann;
    this.ben = ben;
    this.cleo = cleo;
    this.dan = dan;
  }

  static async create(server: TestServer): Promise<World> {
    const arriving = names.map(async (name) => new Inhabitant(server, await newUser(server, name), name));
    return new World(server, await Promise.all(arriving));
  }

  get people(): Inhabitant[] {
    return names.map((name) => this[name]);
  }

  async comeOnline(): Promise<void> {
    await Promise.all(this.people.map((person) => person.comeOnline()));
  }

  /** Everybody comes online, has met everybody, and is a stranger again, with a profile that nobody has seen. */
  async comeOnlineAcquainted(): Promise<void> {
    const pairs = this.people.flatMap((one, index) =>
      this.people.slice(index + 1).map((other) => [one, other] as const),
    );
    for (const pair of pairs) await take(this.server, "add", pair);
    await this.comeOnline();
    for (const pair of pairs) await take(this.server, "remove", pair);
    await this.speakUp("among strangers");
  }

  /** Everybody changes something that others see. */
  async speakUp(text: string): Promise<void> {
    for (const { isGone, name, token } of this.people) {
      const edit = { display_name: `${name} ${text}`, status: { text, presence: "Idle" } };
      if (!isGone) await done(this.server.client.patch("/users/@me", edit, { token }));
    }
  }

  async check(): Promise<void> {
    await Promise.all(this.people.map((person) => person.check()));
  }

  async [Symbol.asyncDispose]() {
    for (const person of this.people) await person.close();
  }
}

/** Settings of the event stream under which nothing happens by itself, and people are gone as soon as they leave. */
export const calm = { offline_grace_ms: 0, frames: 1_000_000, ping_within_ms: 1_000_000_000 };
