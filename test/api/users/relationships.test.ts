import { beforeAll, expect, test } from "bun:test";
import { updateUser } from "../../../src/domains/users/store/users.ts";
import type { PresenceTable } from "../../../src/platform/presence/presence-table.ts";
import { topic } from "../../../src/visibility/announcement.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { outcome } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import type { TestServer } from "../../support/server/server.ts";
import { joinCommunity, newCommunity } from "../../support/servers/communities.ts";
import { recordEvents } from "../../support/stream/record-events.ts";
import { openReadyStream } from "../../support/stream/stream.ts";
import { readRelations } from "../../support/users/relations-of.ts";
import {
  changeRelationship,
  pairs,
  setRelationship,
  transitions,
  verbs,
} from "../../support/users/relationship-transitions.ts";

const status = { text: "at sea", presence: "Focus" } as const;

/** A connected user with a status. */
async function newConnectedUser(server: TestServer, username: string): Promise<Person> {
  const person = await newUser(server, username);
  const statusFields = { status_text: status.text, status_presence: status.presence };
  await server.running.store.write((tx) => updateUser(tx, person.id, statusFields));
  (server.running.services.presence as PresenceTable).enter(person.id, true);
  return person;
}

/** The view of a user for another user. */
async function viewOf(
  { client }: TestServer,
  { token }: Person,
  relationship: string,
  canSeeStatus: boolean,
) {
  const { body } = await client.get("/users/@me", { token });
  const { relations: _, status: __, ...open } = body;
  const hidden = { ...open, relationship, online: false };
  return canSeeStatus ? { ...hidden, online: true, status } : hidden;
}

/** Whether the first user of a pair, written `own/other`, sees the status of the other; they share no server. */
const canSeeStatus = (pair: string) => !/^(BlockedOther\/|Blocked\/Blocked$)/.test(pair) && !areApart(pair);

const areApart = (pair: string) => /^(None|Incoming|Outgoing)\//.test(pair);

const flip = (pair: string) => pair.split("/").reverse().join("/");

/** The events for one user whose side changes: the relation and, if needed, the whole other user. */
async function expectedEvents(
  server: TestServer,
  [viewer, subject]: readonly [Person, Person],
  [before, after]: readonly [string, string],
) {
  const [to = ""] = after.split("/");
  const user = await viewOf(server, subject, to, canSeeStatus(after));
  const changed = { name: "UserRelationship", payload: { id: viewer.id, user, status: to } };
  if (canSeeStatus(before) === canSeeStatus(after) && !areApart(before) && to !== "Friend") return [changed];
  const { _id, relationship: _, ...visibleFields } = user;
  const hidden = "status" in visibleFields ? [] : ["StatusText", "StatusPresence"];
  const data = { badges: 0, flags: 0, privileged: false, ...visibleFields };
  const clear = ["Avatar", ...hidden, "DisplayName", "Pronouns"];
  return [changed, { name: "UserUpdate", payload: { id: _id, data, clear, event_id: null } }];
}

const allCases = pairs.flatMap((pair) => verbs.map((verb) => [pair, verb] as const));

describeServer("relationships", anyEngine, (server) => {
  let third: Person;
  beforeAll(async () => {
    third = await newConnectedUser(server, "Third");
  });

  test.each(allCases)("from %s, %s", async (pair, verb) => {
    const pairOfUsers = [
      await newConnectedUser(server, "First"),
      await newConnectedUser(server, "Second"),
    ] as const;
    const [caller, target] = pairOfUsers;
    await setRelationship(server, pair, pairOfUsers);
    expect(await readRelations(server, pairOfUsers)).toBe(pair);
    await using allEvents = await recordEvents(server, "all");
    await using callerEvents = await recordEvents(server, [topic.private(caller.id)]);
    await using targetEvents = await recordEvents(server, [topic.private(target.id)]);
    await using otherEvents = await recordEvents(server, [
      topic.private(third.id),
      ...[caller, target, third].flatMap(({ id }) => [topic.user(id), topic.blockedBy(id)]),
    ]);

    const response = await changeRelationship(server, verb, pairOfUsers);

    const expected = transitions[pair]?.[verb] ?? "";
    if (!expected.includes("/")) {
      expect(outcome(response)).toBe(expected);
      expect(await readRelations(server, pairOfUsers)).toBe(pair);
      expect(allEvents.received).toEqual([]);
      return;
    }
    expect(await readRelations(server, pairOfUsers)).toBe(expected);
    const [own = ""] = expected.split("/");
    // Users who share no server see the status of friends only.
    const expectedView = await viewOf(server, target, own, own === "Friend");
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual(expectedView);
    const toTarget = await expectedEvents(server, [target, caller], [flip(pair), flip(expected)]);
    const toCaller = await expectedEvents(server, [caller, target], [pair, expected]);
    expect(allEvents.received).toEqual([...toTarget, ...toCaller]);
    expect(targetEvents.received).toEqual(toTarget);
    expect(callerEvents.received).toEqual(toCaller);
    expect(otherEvents.received).toEqual([]);
  });

  test("a friend request reveals no more of strangers than a fetch, on either side", async () => {
    const two = [await newConnectedUser(server, "First"), await newConnectedUser(server, "Second")] as const;
    const opened = await Promise.all(two.map((person) => openReadyStream(server, person)));
    await changeRelationship(server, "add", two);
    for (const [index, { stream }] of opened.entries()) {
      const [viewer, seen] = index === 0 ? two : [two[1], two[0]];
      const packets = await stream.takeNew();
      expect(packets.map(({ type }) => type)).toEqual(["UserRelationship", "UserUpdate"]);
      const { body } = await server.client.get(`/users/${seen.id}`, viewer);
      expect(body).toMatchObject({ online: false });
      expect(packets[0]?.user).toEqual(body);
      expect(JSON.stringify(packets)).not.toMatch(/at sea|Focus|"online":true/);
      await stream[Symbol.asyncDispose]();
    }
  });

  test("a friend request between members of one server keeps the status", async () => {
    const community = await newCommunity(server, await newConnectedUser(server, "First"));
    const member = await newConnectedUser(server, "Second");
    await joinCommunity(server, community, member);
    await using events = await recordEvents(server, [topic.private(member.id)]);
    await changeRelationship(server, "add", [community.owner, member]);
    expect(events.received).toMatchObject([
      { name: "UserRelationship", payload: { status: "Incoming", user: { online: true, status } } },
    ]);
  });

  test("unblocking does not reveal that the user is invisible", async () => {
    const pairOfUsers = [
      await newConnectedUser(server, "Hidden"),
      await newConnectedUser(server, "Blocked"),
    ] as const;
    const [hidden, other] = pairOfUsers;
    const statusFields = { status_presence: "Invisible", status_text: null };
    await server.running.store.write((tx) => updateUser(tx, hidden.id, statusFields));
    await setRelationship(server, "Blocked/BlockedOther", pairOfUsers);
    await using events = await recordEvents(server, [topic.private(other.id)]);
    expect((await changeRelationship(server, "unblock", pairOfUsers)).status).toBe(200);
    expect(events.received).toMatchObject([
      { name: "UserRelationship", payload: { status: "None", user: { online: false } } },
    ]);
    expect(JSON.stringify(events.received)).not.toMatch(/Invisible|"status":\{/);
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
