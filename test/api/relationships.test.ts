import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { updateUser } from "../../src/domains/users/store/users.ts";
import type { InProcessPresence } from "../../src/platform/presence/in-process.ts";
import { topic } from "../../src/protocol/event.ts";
import { engines } from "../support/engines.ts";
import { outcome } from "../support/expect-failure.ts";
import { newUser, type Person } from "../support/people.ts";
import { recordEvents } from "../support/record-events.ts";
import { readRelations } from "../support/relations-of.ts";
import {
  changeRelationship,
  pairs,
  setRelationship,
  transitions,
  verbs,
} from "../support/relationship-transitions.ts";
import { openServer, type TestServer } from "../support/server.ts";

const status = { text: "at sea", presence: "Focus" } as const;

/** A connected user with a status. */
async function newPresent(server: TestServer, username: string): Promise<Person> {
  const person = await newUser(server, username);
  const said = { status_text: status.text, status_presence: status.presence };
  await server.running.store.write((tx) => updateUser(tx, person.id, said));
  (server.running.services.presence as InProcessPresence).enter(person.id);
  return person;
}

/** A user as another one sees them. */
async function seenAs({ client }: TestServer, { token }: Person, relationship: string, sees: boolean) {
  const { body } = await client.get("/users/@me", { token });
  const { relations: _, status: __, ...open } = body;
  const hidden = { ...open, relationship, online: false };
  return sees ? { ...hidden, online: true, status } : hidden;
}

/** Whether the first user of a pair, written `own/other`, sees the status of the other; they share no place. */
const sees = (pair: string) => !/^None|^BlockedOther|^Blocked\/Blocked$/.test(pair);

const flip = (pair: string) => pair.split("/").reverse().join("/");

/** The events for one user whose side changes: the relation and, if needed, the whole other user. */
async function toldTo(
  server: TestServer,
  [viewer, seen]: readonly [Person, Person],
  [before, after]: readonly [string, string],
) {
  const [to = ""] = after.split("/");
  const user = await seenAs(server, seen, to, sees(after));
  const changed = { name: "UserRelationship", payload: { id: viewer.id, user, status: to } };
  if (sees(before) === sees(after) && !before.startsWith("None") && to !== "Friend") return [changed];
  const { _id, relationship: _, ...shown } = user;
  const hidden = "status" in shown ? [] : ["StatusText", "StatusPresence"];
  const data = { badges: 0, flags: 0, privileged: false, ...shown };
  const clear = ["Avatar", ...hidden, "DisplayName", "Pronouns"];
  return [changed, { name: "UserUpdate", payload: { id: _id, data, clear, event_id: null } }];
}

const every = pairs.flatMap((pair) => verbs.map((verb) => [pair, verb] as const));

describe.each([...engines])("relationships on %s", (engine) => {
  let server: TestServer;
  let third: Person;
  beforeAll(async () => {
    server = await openServer(engine);
    third = await newPresent(server, "Third");
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each(every)("from %s, %s", async (pair, verb) => {
    const two = [await newPresent(server, "First"), await newPresent(server, "Second")] as const;
    const [caller, target] = two;
    await setRelationship(server, pair, two);
    expect(await readRelations(server, two)).toBe(pair);
    await using all = await recordEvents(server, "all");
    await using callerHears = await recordEvents(server, [topic.private(caller.id)]);
    await using targetHears = await recordEvents(server, [topic.private(target.id)]);
    await using othersHear = await recordEvents(server, [
      topic.private(third.id),
      ...[caller, target, third].flatMap(({ id }) => [topic.user(id), topic.blockedBy(id)]),
    ]);

    const answer = await changeRelationship(server, verb, two);

    const expected = transitions[pair]?.[verb] ?? "";
    if (!expected.includes("/")) {
      expect(outcome(answer)).toBe(expected);
      expect(await readRelations(server, two)).toBe(pair);
      expect(all.received).toEqual([]);
      return;
    }
    expect(await readRelations(server, two)).toBe(expected);
    const [own = ""] = expected.split("/");
    // Users who share no place see the profile of friends only.
    const seen = await seenAs(server, target, own, own === "Friend");
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual(seen);
    const toTarget = await toldTo(server, [target, caller], [flip(pair), flip(expected)]);
    const toCaller = await toldTo(server, [caller, target], [pair, expected]);
    expect(all.received).toEqual([...toTarget, ...toCaller]);
    expect(targetHears.received).toEqual(toTarget);
    expect(callerHears.received).toEqual(toCaller);
    expect(othersHear.received).toEqual([]);
  });

  test("unblocking does not reveal that the user is invisible", async () => {
    const two = [await newPresent(server, "Hidden"), await newPresent(server, "Blocked")] as const;
    const [hidden, other] = two;
    const said = { status_presence: "Invisible", status_text: null };
    await server.running.store.write((tx) => updateUser(tx, hidden.id, said));
    await setRelationship(server, "Blocked/BlockedOther", two);
    await using heard = await recordEvents(server, [topic.private(other.id)]);
    expect((await changeRelationship(server, "unblock", two)).status).toBe(200);
    expect(heard.received).toMatchObject([
      { name: "UserRelationship", payload: { status: "None", user: { online: false } } },
    ]);
    expect(JSON.stringify(heard.received)).not.toMatch(/Invisible|"status":\{/);
  });

  test("relations are listed in the order of their last change", async () => {
    const person = await newUser(server);
    const others = [await newUser(server), await newUser(server), await newUser(server)] as const;
    const listed = async () => {
      const { body } = await server.client.get("/users/@me", { token: person.token });
      return (body.relations ?? []).map((one: { _id: string; status: string }) => [one._id, one.status]);
    };
    expect(await listed()).toEqual([]);
    const [a, b, c] = others;
    await changeRelationship(server, "add", [a, person]);
    await changeRelationship(server, "block", [person, b]);
    await changeRelationship(server, "add", [person, c]);
    const incoming = [a.id, "Incoming"];
    expect(await listed()).toEqual([incoming, [b.id, "Blocked"], [c.id, "Outgoing"]]);
    // A rejected step, and a block by the other side of an existing block, change no order.
    await changeRelationship(server, "add", [a, person]);
    await changeRelationship(server, "block", [b, person]);
    expect(await listed()).toEqual([incoming, [b.id, "Blocked"], [c.id, "Outgoing"]]);
    await changeRelationship(server, "add", [person, a]);
    expect(await listed()).toEqual([
      [b.id, "Blocked"],
      [c.id, "Outgoing"],
      [a.id, "Friend"],
    ]);
    await changeRelationship(server, "unblock", [person, b]);
    await changeRelationship(server, "remove", [c, person]);
    expect(await listed()).toEqual([
      [a.id, "Friend"],
      [b.id, "BlockedOther"],
    ]);
  });
});
