import { beforeEach, expect, test } from "bun:test";
import { findUser } from "../../../src/domains/users/store/users.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";

const unknownId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const full = {
  display_name: "Grey Seal",
  pronouns: "she/her",
  status: { text: "swimming", presence: "Busy" },
  profile: { content: "Lives on **rocks**." },
};

const acceptable: Record<string, object> = {
  "the shortest display name": { display_name: "ab" },
  "the longest display name": { display_name: "x".repeat(32) },
  "a display name counted by characters": { display_name: "🦭".repeat(32) },
  "a display name with spaces, tabs and quotes": { display_name: ' a\t"b" ' },
  "the shortest pronouns": { pronouns: "x" },
  "the longest pronouns": { pronouns: "é".repeat(24) },
  "an empty status text": { status: { text: "" } },
  "the longest status text": { status: { text: "🦭".repeat(128) } },
  "an empty profile": { profile: { content: "" } },
  "the longest profile": { profile: { content: "é".repeat(2000) } },
  "null for every field": {
    display_name: null,
    pronouns: null,
    avatar: null,
    status: null,
    profile: null,
    badges: null,
    flags: null,
  },
  "null within status and profile": {
    status: { text: null, presence: null },
    profile: { content: null, background: null },
  },
  "unknown fields": { username: "Other", discriminator: "0001", privileged: true, _id: unknownId },
  "the same field twice": { remove: ["StatusText", "StatusText"] },
  "a field without meaning": { remove: ["Internal"] },
};

const malformed: Record<string, object> = {
  "a short display name": { display_name: "a" },
  "one short by characters": { display_name: "🦭" },
  "an empty display name": { display_name: "" },
  "a long display name": { display_name: "x".repeat(33) },
  "a display name with a zero-width space": { display_name: "a\u200bb" },
  "a display name of two lines": { display_name: "a\nb" },
  "a display name with a carriage return": { display_name: "a\rb" },
  "a display name with NUL": { display_name: "a\0b" },
  "a display name that is a number": { display_name: 12 },
  "empty pronouns": { pronouns: "" },
  "long pronouns": { pronouns: "x".repeat(25) },
  "a long status text": { status: { text: "x".repeat(129) } },
  "an unknown presence": { status: { presence: "Away" } },
  "a presence in another case": { status: { presence: "online" } },
  "a status that is a text": { status: "Busy" },
  "a long profile": { profile: { content: "x".repeat(2001) } },
  "an empty background": { profile: { background: "" } },
  "a long background": { profile: { background: "x".repeat(129) } },
  "an empty avatar": { avatar: "" },
  "a long avatar": { avatar: "x".repeat(129) },
  "badges that are a text": { badges: "1" },
  "badges that are no integer": { badges: 1.5 },
  "badges below 0": { badges: -1 },
  "flags beyond 31 bits": { flags: 2 ** 31 },
  "an unknown field to remove": { remove: ["Username"] },
  "a field to remove that is a number": { remove: [1] },
  "one field to remove, not in a list": { remove: "Avatar" },
};

describeServer("editing a user", anyEngine, (server) => {
  let person: Person;
  beforeEach(async () => {
    person = await newUser(server, "Seal");
  });

  const edit = (body: object, target = "@me", by = person) =>
    server.client.patch(`/users/${target}`, body, { token: by.token });
  const self = async () => (await server.client.get("/users/@me", person)).body;
  const profile = async () => (await server.client.get(`/users/${person.id}/profile`, person)).body;

  test("sets the given fields and replies with the user", async () => {
    const before = await self();
    const { status, body } = await edit(full);
    const { profile: expectedProfile, ...userFields } = full;
    expect({ status, body }).toEqual({ status: 200, body: { ...before, ...userFields } });
    expect(await self()).toEqual(body);
    expect(await profile()).toEqual(expectedProfile);
  });

  test("keeps fields that are not given, also within the status", async () => {
    await edit(full);
    const before = await self();
    expect((await edit({ display_name: "Other" }, person.id)).body).toEqual({
      ...before,
      display_name: "Other",
    });
    expect((await edit({ status: { presence: "Idle" } })).body.status).toEqual({
      text: "swimming",
      presence: "Idle",
    });
    expect((await edit({ status: { text: "resting" } })).body.status).toEqual({
      text: "resting",
      presence: "Idle",
    });
    expect(await profile()).toEqual(full.profile);
  });

  test("empties only the fields of `remove`", async () => {
    const { body } = await edit(full);
    const whole = { ...body, profile: full.profile };
    const without = (key: string) =>
      Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key));
    const cases = [
      [["DisplayName"], without("display_name")],
      [["Pronouns"], without("pronouns")],
      [["StatusText"], { ...whole, status: { presence: "Busy" } }],
      [["StatusPresence"], { ...whole, status: { text: "swimming" } }],
      [["StatusText", "StatusPresence"], without("status")],
      [["ProfileContent"], { ...whole, profile: {} }],
      [["Avatar", "ProfileBackground", "Internal"], whole],
    ] as const;
    for (const [remove, expected] of cases) {
      await edit(full);
      const response = await edit({ remove });
      expect(response.body).toEqual(await self());
      expect({ ...response.body, profile: await profile() }).toEqual(expected);
    }
  });

  test("empties fields before it sets others", async () => {
    await edit(full);
    const { body } = await edit({
      remove: ["DisplayName", "StatusText", "StatusPresence", "Pronouns"],
      display_name: "New Name",
      status: { text: "new text" },
    });
    expect(body).toMatchObject({ display_name: "New Name", status: { text: "new text" } });
    expect(Object.keys(body.status)).toEqual(["text"]);
    expect(body.pronouns).toBeUndefined();
  });

  test.each(Object.entries(acceptable))("accepts %s", async (_, body) => {
    const before = await self();
    const response = await edit(body);
    expect(response.status).toBe(200);
    expect(response.body).toEqual(await self());
    expect(response.body).toMatchObject({ _id: person.id, username: "Seal", relationship: "User" });
    expect(response.body.discriminator).toBe(before.discriminator);
    expect(response.body.privileged).toBeUndefined();
  });

  test("rejects invalid fields and changes nothing", async () => {
    await edit(full);
    const before = await self();
    for (const [name, body] of Object.entries(malformed)) {
      const response = await edit({ display_name: "Changed", ...body });
      expect([name, response.status, response.body.type]).toEqual([name, 400, "FailedValidation"]);
    }
    expect(await self()).toEqual(before);
  });

  test("fails for an unknown file and changes nothing", async () => {
    const before = await self();
    for (const body of [{ avatar: unknownId }, { profile: { background: "../x" } }]) {
      expectFailure(await edit({ display_name: "Changed", ...body }), 404, "NotFound");
      expectFailure(await edit({ remove: ["Avatar", "ProfileBackground"], ...body }), 404, "NotFound");
    }
    expect(await self()).toEqual(before);
  });

  test("refuses badges and flags, and edits of others", async () => {
    const other = await newUser(server, "Other");
    for (const body of [{ badges: 0 }, { flags: 8 }, { badges: 1, display_name: "Changed" }]) {
      for (const target of ["@me", person.id, other.id, unknownId])
        expectFailure(await edit(body, target), 403, "NotPrivileged");
    }
    for (const body of [{}, { display_name: "Changed" }, { avatar: unknownId }]) {
      expectFailure(await edit(body, other.id), 403, "NotPrivileged");
      expectFailure(await edit(body, unknownId), 404, "NotFound");
    }
    expect((await self()).display_name).toBeUndefined();
  });

  test("concurrent edits do not undo each other", async () => {
    const bodies = [
      { status: { text: "together" } },
      { status: { presence: "Focus" } },
      { display_name: "Together" },
      { pronouns: "we" },
      { profile: { content: "ours" } },
    ];
    for (const _ of [1, 2, 3]) {
      await edit({
        remove: ["StatusText", "StatusPresence", "DisplayName", "Pronouns", "ProfileContent"],
      });
      const responses = await Promise.all(bodies.map((body) => edit(body)));
      expect(responses.map(({ status }) => status)).toEqual(bodies.map(() => 200));
      expect(await self()).toMatchObject({
        status: { text: "together", presence: "Focus" },
        display_name: "Together",
        pronouns: "we",
      });
      expect(await profile()).toEqual({ content: "ours" });
    }
  });

  test("stores the presence Invisible without showing it", async () => {
    await edit({ status: { presence: "Invisible" } });
    expect((await self()).status).toBeUndefined();
    const row = await server.running.store.read((db) => findUser(db, person.id));
    expect(row?.status_presence).toBe("Invisible");
  });
});
