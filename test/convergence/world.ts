import { newUser } from "../support/accounts/people.ts";
import type { TestServer } from "../support/server/server.ts";
import { changeRelationship } from "../support/users/relationship-transitions.ts";
import { done } from "./operation.ts";
import { TestUser } from "./test-user.ts";

export const names = ["ann", "ben", "cleo", "dan"] as const;
export type Name = (typeof names)[number];

/** Four users of a server. */
export class World implements AsyncDisposable, Readonly<Record<Name, TestUser>> {
  readonly server: TestServer;
  readonly ann: TestUser;
  readonly ben: TestUser;
  readonly cleo: TestUser;
  readonly dan: TestUser;
  /** What operations have opened. */
  readonly cleanup = new AsyncDisposableStack();

  private constructor(server: TestServer, [ann, ben, cleo, dan]: readonly TestUser[]) {
    if (!ann || !ben || !cleo || !dan) throw new Error("the world needs four users");
    this.server = server;
    this.ann = ann;
    this.ben = ben;
    this.cleo = cleo;
    this.dan = dan;
  }

  static async create(server: TestServer, { withLibrary = true } = {}): Promise<World> {
    const creating = names.map(
      async (name) => new TestUser(server, await newUser(server, name), { name, withLibrary }),
    );
    return new World(server, await Promise.all(creating));
  }

  get people(): TestUser[] {
    return names.map((name) => this[name]);
  }

  async comeOnline(): Promise<void> {
    await Promise.all(this.people.map((person) => person.comeOnline()));
  }

  /** Connects all users, who were friends and no longer are, with profiles that have changed since. */
  async comeOnlineAsFormerFriends(): Promise<void> {
    const pairs = this.people.flatMap((one, index) =>
      this.people.slice(index + 1).map((other) => [one, other] as const),
    );
    for (const pair of pairs) await changeRelationship(this.server, "add", pair);
    await this.comeOnline();
    for (const pair of pairs) await changeRelationship(this.server, "remove", pair);
    await this.editProfiles("as a stranger");
  }

  /** All users change public and private parts of their profiles. */
  async editProfiles(text: string): Promise<void> {
    for (const { isGone, name, token } of this.people) {
      const edit = { display_name: `${name} ${text}`, status: { text, presence: "Idle" } };
      if (!isGone) await done(this.server.client.patch("/users/@me", edit, { token }));
    }
  }

  async check(): Promise<void> {
    // First, because others see whoever was cut off come online again.
    await Promise.all(this.people.map((person) => person.reconnect()));
    await Promise.all(this.people.map((person) => person.check()));
  }

  async [Symbol.asyncDispose]() {
    await this.cleanup.disposeAsync();
    for (const person of this.people) await person.close();
  }
}

/** Settings of the event stream without timeouts and limits, and with users offline as soon as they disconnect. */
export const highLimits = { offline_grace_ms: 0, frames: 1_000_000, ping_within_ms: 1_000_000_000 };
