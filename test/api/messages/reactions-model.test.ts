import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Person } from "../../support/accounts/people.ts";
import { type MessageCalls, messageCalls } from "../../support/messages/message-calls.ts";
import { newRoom } from "../../support/messages/sending.ts";
import { amount } from "../../support/run/thorough.ts";
import { engines } from "../../support/server/engines.ts";
import { openServer, type TestServer } from "../../support/server/server.ts";
import { newMember } from "../../support/servers/communities.ts";

const emoji = ["🦦", "🦊", "❤️", "❤", "🐸"];
const maxEmoji = 3;
const ownerIndex = 0;

const step = fc.record({
  verb: fc.constantFrom("add", "add", "add", "take back", "remove of", "remove all", "clear"),
  by: fc.nat({ max: 2 }),
  of: fc.nat({ max: 2 }),
  emoji: fc.constantFrom(...emoji),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The first user of an emoji removes it while another user keeps it: the emoji keeps its position. */
const firstLeaves: Step[] = [
  { verb: "add", by: 1, of: 0, emoji: "🦦" },
  { verb: "add", by: 1, of: 0, emoji: "🦊" },
  { verb: "add", by: 2, of: 0, emoji: "🦦" },
  { verb: "take back", by: 1, of: 0, emoji: "🦦" },
];

/** Reactions to one message in insertion order: new entries go to the end, existing ones keep their position. */
class Model {
  readonly #users = new Map<string, Set<number>>();

  /** Applies a step and returns the expected status of the response. */
  take({ verb, by, of, emoji }: Step): number {
    if (verb === "add") return this.#add(by, emoji);
    if (verb === "take back") return this.#remove(by, emoji);
    if (by !== ownerIndex) return 403;
    if (verb === "remove of") return this.#remove(of, emoji);
    if (verb === "clear") this.#users.clear();
    else this.#users.delete(emoji);
    return 204;
  }

  entries(): [string, number[]][] {
    return [...this.#users].map(([emoji, users]) => [emoji, [...users]]);
  }

  #add(by: number, emoji: string): number {
    if (!this.#users.has(emoji) && this.#users.size === maxEmoji) return 400;
    this.#users.set(emoji, (this.#users.get(emoji) ?? new Set()).add(by));
    return 204;
  }

  #remove(by: number, emoji: string): number {
    const users = this.#users.get(emoji);
    if (!users?.delete(by)) return 404;
    if (users.size === 0) this.#users.delete(emoji);
    return 204;
  }
}

describe.each([...engines])("reactions on %s", (engine) => {
  let server: TestServer;
  let people: readonly Person[];
  let calls: MessageCalls;
  beforeAll(async () => {
    const config = { database: { fsync: false }, limits: { global: { message_reactions: maxEmoji } } };
    server = await openServer(engine, { config });
    const community = await newRoom(server);
    people = [community.owner, community.member, await newMember(server, community)];
    calls = messageCalls(server, community.channel);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const person = (index: number): Person => people[index] as Person;

  async function take(id: string, { verb, by, of, emoji }: Step): Promise<number> {
    const caller = person(by);
    const call = () => {
      switch (verb) {
        case "add":
          return calls.react(caller, id, emoji);
        case "take back":
          return calls.unreact(caller, id, emoji);
        case "remove of":
          return calls.unreact(caller, id, emoji, `?user_id=${person(of).id}`);
        case "remove all":
          return calls.unreact(caller, id, emoji, "?remove_all=true");
        default:
          return calls.clear(caller, id);
      }
    };
    return (await call()).status;
  }

  test("equal those of a simple model after any operations", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
        const id = await calls.send(person(ownerIndex));
        const model = new Model();
        for (const currentStep of steps) {
          expect(await take(id, currentStep)).toBe(model.take(currentStep));
          const expected = model
            .entries()
            .map(([emoji, users]) => [emoji, users.map((user) => person(user).id)]);
          expect(Object.entries((await calls.read(id))?.reactions ?? {})).toEqual(expected as never);
        }
      }),
      { numRuns: amount(8, 20), examples: [[firstLeaves]] },
    );
  });
});
