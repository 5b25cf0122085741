import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { purgeAccount } from "../../../src/domains/accounts/actions/purge-account.ts";
import { type Announcement, topic } from "../../../src/visibility/announcement.ts";
import type { ViewChange } from "../../../src/visibility/view-change.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { openConversation } from "../../support/channels/conversations.ts";
import { makeConfirmed } from "../../support/operators/operators.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { type AnnouncementRecorder, recordAnnouncements } from "../../support/stream/record-announcements.ts";
import { setRelationship } from "../../support/users/relationship-transitions.ts";

interface UpdateFields {
  readonly data?: object;
  readonly clear?: readonly string[];
  /** The new invisibility, if the event changes it. */
  readonly invisible?: boolean;
}

/** The announcement to all viewers of the user except those whom the user has blocked. */
function toEverybody(id: string, { data = {}, clear = [], invisible }: UpdateFields): Announcement {
  const changes: ViewChange[] = invisible === undefined ? [] : [{ kind: "visibility", user: id, invisible }];
  return {
    name: "UserUpdate",
    payload: { id, data, clear, event_id: null },
    topics: [topic.user(id)],
    except: [topic.blockedBy(id)],
    ...(changes.length > 0 && { changes }),
  };
}

function toBlocked(id: string, { data = {}, clear = [] }: UpdateFields): Announcement {
  return {
    name: "UserUpdate",
    payload: { id, data, clear, event_id: null },
    topics: [topic.blockedBy(id)],
  };
}

describeServer("updates of a user", anyEngine, (server) => {
  let person: Person;
  let announcements: AnnouncementRecorder;
  beforeAll(async () => {
    announcements = await recordAnnouncements(server);
  });
  beforeEach(async () => {
    person = await newUser(server, "Otter");
    await makeConfirmed(server, person);
    announcements.take();
  });
  afterAll(() => announcements[Symbol.asyncDispose]());

  async function editUser(body: object, path = "/users/@me") {
    expect((await server.client.patch(path, body, person)).status).toBe(200);
    return announcements.take();
  }

  test("of public fields reach all viewers", async () => {
    for (const data of [
      { display_name: "Sea Otter" },
      { pronouns: "it" },
      { badges: 4 },
      { flags: 8 },
      { flags: 0 },
    ]) {
      const isByOperator = "badges" in data || "flags" in data;
      const path = isByOperator ? `/admin/users/${person.id}` : "/users/@me";
      expect(await editUser(data, path)).toEqual([
        toEverybody(person.id, { data }),
        toBlocked(person.id, { data }),
      ]);
    }
    const clear = ["Pronouns", "DisplayName"];
    expect(await editUser({ remove: clear })).toEqual([
      toEverybody(person.id, { clear }),
      toBlocked(person.id, { clear }),
    ]);
  });

  test("of the status contain all of it, and do not reach blocked users", async () => {
    const status = { text: "floating" };
    expect(await editUser({ status })).toEqual([toEverybody(person.id, { data: { status } })]);
    const both = { text: "floating", presence: "Idle" };
    expect(await editUser({ status: { presence: "Idle" } })).toEqual([
      toEverybody(person.id, { data: { status: both } }),
    ]);
    expect(await editUser({ status: { text: "diving" }, display_name: "Diver" })).toEqual([
      toEverybody(person.id, {
        data: { display_name: "Diver", status: { text: "diving", presence: "Idle" } },
      }),
      toBlocked(person.id, { data: { display_name: "Diver" } }),
    ]);
    expect(await editUser({ remove: ["StatusText", "DisplayName"] })).toEqual([
      toEverybody(person.id, { clear: ["StatusText", "DisplayName"] }),
      toBlocked(person.id, { clear: ["DisplayName"] }),
    ]);
    expect(await editUser({ remove: ["StatusPresence"] })).toEqual([
      toEverybody(person.id, { clear: ["StatusPresence"] }),
    ]);
  });

  test("of the profile name only the field", async () => {
    expect(await editUser({ profile: { content: "Hello." } })).toEqual([toEverybody(person.id, {})]);
    expect(await editUser({ profile: { content: "Goodbye." }, pronouns: "it" })).toEqual([
      toEverybody(person.id, { data: { pronouns: "it" } }),
      toBlocked(person.id, { data: { pronouns: "it" } }),
    ]);
    expect(await editUser({ remove: ["ProfileContent"] })).toEqual([
      toEverybody(person.id, { clear: ["ProfileContent"] }),
    ]);
  });

  test("never contain the presence Invisible", async () => {
    const emitted = [
      await editUser({ status: { text: "here", presence: "Online" } }),
      await editUser({ status: { presence: "Invisible" } }),
      await editUser({ status: { presence: "Invisible", text: "still here" } }),
      await editUser({ remove: ["StatusText"] }),
      await editUser({ status: { presence: "Busy" } }),
      await editUser({ status: { presence: "Invisible" } }),
      await editUser({ remove: ["StatusPresence"] }),
    ];
    expect(emitted.flat()).toEqual([
      toEverybody(person.id, { data: { status: { text: "here", presence: "Online" } } }),
      toEverybody(person.id, { data: { status: { text: "here" } }, invisible: true }),
      toEverybody(person.id, { data: { status: { text: "still here" } } }),
      toEverybody(person.id, { clear: ["StatusText"] }),
      toEverybody(person.id, { data: { status: { presence: "Busy" } }, invisible: false }),
      toEverybody(person.id, { data: { status: {} }, invisible: true }),
      toEverybody(person.id, { clear: ["StatusPresence"], invisible: false }),
    ]);
    expect(JSON.stringify(emitted.flat().map(({ payload }) => payload))).not.toContain("nvisible");
  });

  test("are not emitted for an empty edit", async () => {
    const nothing = [{}, { status: {} }, { profile: {} }, { display_name: null }];
    const removals = ["Avatar", "StatusText", "StatusPresence", "ProfileContent", "ProfileBackground"];
    const remove = [...removals, "DisplayName", "Pronouns", "Internal"];
    for (const body of [...nothing, { remove: [] }, { remove }]) expect(await editUser(body)).toEqual([]);
  });

  test("list removed fields only if they were set and are not set again", async () => {
    await editUser({ display_name: "Sea Otter", status: { text: "floating", presence: "Idle" } });
    const remove = ["DisplayName", "Pronouns", "StatusText", "StatusPresence", "StatusPresence"];
    expect(await editUser({ remove, display_name: "River Otter", status: { text: "paddling" } })).toEqual([
      toEverybody(person.id, {
        data: { display_name: "River Otter", status: { text: "paddling" } },
        clear: ["StatusPresence"],
      }),
      toBlocked(person.id, { data: { display_name: "River Otter" } }),
    ]);
  });

  test("are not emitted for a failed edit", async () => {
    const body = { display_name: "Sea Otter", avatar: "01ARZ3NDEKTSV4RRFFQ69G5FAV" };
    expect((await server.client.patch("/users/@me", body, person)).status).toBe(404);
    expect((await server.client.patch("/users/@me", { display_name: "x" }, person)).status).toBe(400);
    expect(announcements.take()).toEqual([]);
  });

  test("by an operator carry the id of the edited user", async () => {
    const other = await newUser(server, "Other");
    announcements.take();
    expect(await editUser({ flags: 1 }, `/admin/users/${other.id}`)).toEqual([
      toEverybody(other.id, { data: { flags: 1 } }),
      toBlocked(other.id, { data: { flags: 1 } }),
    ]);
  });

  test("for a deleted account empty all fields and end all relations", async () => {
    const [friend, blocked] = [await newUser(server, "Friend"), await newUser(server, "Blocked")];
    await setRelationship(server, "Friend/Friend", [person, friend]);
    await setRelationship(server, "Blocked/BlockedOther", [person, blocked]);
    const status = { text: "leaving", presence: "Invisible" };
    const fields = { display_name: "Sea Otter", status, profile: { content: "Bye." } };
    await openConversation(server, person, friend.id);
    await editUser({ badges: 4 }, `/admin/users/${person.id}`);
    await editUser(fields);

    await server.running.store.write((tx) => purgeAccount(tx, person.id));
    const user = { username: `Deleted User ${person.id}`, discriminator: "0000", flags: 2 };
    const data = { ...user, badges: 0, privileged: false };
    const hidden = ["StatusText", "StatusPresence", "ProfileContent", "ProfileBackground"];
    const relations = [friend.id, blocked.id].sort().map(
      (id): Announcement => ({
        name: "UserRelationship",
        payload: {
          id,
          user: { _id: person.id, ...user, relationship: "None", online: false },
          status: "None",
        },
        topics: [topic.private(id)],
        changes: [{ kind: "relation", user: id, other: person.id, relation: "None" }],
      }),
    );
    const [first, second, ...rest] = announcements.take();
    expect([first, second]).toEqual([
      toEverybody(person.id, {
        data,
        clear: ["Avatar", ...hidden, "Internal", "DisplayName"],
        invisible: false,
      }),
      toBlocked(person.id, { data, clear: ["Avatar", "Internal", "DisplayName"] }),
    ]);
    expect(rest.toSorted((a, b) => JSON.stringify(a.topics).localeCompare(JSON.stringify(b.topics)))).toEqual(
      relations,
    );

    for (const { token } of [friend, blocked])
      expect((await server.client.get("/users/@me", { token })).body.relations).toBeUndefined();
    const deletedUser = await server.client.get(`/users/${person.id}`, friend);
    expect(deletedUser.body).toEqual({ _id: person.id, ...user, relationship: "None", online: false });
    expect((await server.client.get(`/users/${person.id}/profile`, friend)).body).toEqual({});
  });
});
