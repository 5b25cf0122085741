import { beforeAll, expect, test } from "bun:test";
import { updateUser } from "../../../src/domains/users/store/users.ts";
import type { PresenceTable } from "../../../src/platform/presence/presence-table.ts";
import { newUser, type Person } from "../../support/accounts/people.ts";
import { expectFailure } from "../../support/http/expect-failure.ts";
import { makeConfirmed } from "../../support/operators/operators.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import type { TestServer } from "../../support/server/server.ts";
import { setRelationship } from "../../support/users/relationship-transitions.ts";

const unknownId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const profile = { content: "# Hello\nI am *here*." };

/** The relation of each viewer to the viewed user, and what they see. */
const viewers = {
  friend: { pair: "Friend/Friend", sees: "everything", as: "Friend" },
  "friend with a conversation": {
    pair: "Friend/Friend",
    hasConversation: true,
    sees: "everything",
    as: "Friend",
  },
  "sender of a friend request": { pair: "Outgoing/Incoming", sees: "public fields", as: "Outgoing" },
  "recipient of a friend request": { pair: "Incoming/Outgoing", sees: "public fields", as: "Incoming" },
  "sender of a friend request, with a conversation": {
    pair: "Outgoing/Incoming",
    hasConversation: true,
    sees: "everything",
    as: "Outgoing",
  },
  "user who blocks the target": { pair: "Blocked/BlockedOther", sees: "public fields", as: "Blocked" },
  "user whom the target blocks": { pair: "BlockedOther/Blocked", sees: "public fields", as: "BlockedOther" },
  "user who blocks the target and is blocked": {
    pair: "Blocked/Blocked",
    sees: "public fields",
    as: "Blocked",
  },
  "user whom the target blocks, with a conversation": {
    pair: "BlockedOther/Blocked",
    hasConversation: true,
    sees: "public fields",
    as: "BlockedOther",
  },
  stranger: { pair: "None/None", sees: "nothing", as: "None" },
  "stranger with a conversation": {
    pair: "None/None",
    hasConversation: true,
    sees: "everything",
    as: "None",
  },
  operator: { pair: "None/None", isOperator: true, sees: "nothing", as: "None" },
  "operator whom the target blocks": {
    pair: "BlockedOther/Blocked",
    isOperator: true,
    sees: "public fields",
    as: "BlockedOther",
  },
} as const;

type Viewer = (typeof viewers)[keyof typeof viewers];

function enter({ running }: TestServer, { id }: Person): void {
  (running.services.presence as PresenceTable).enter(id, true);
}

/** Opens a direct message between two friends, and ends the friendship. */
async function openConversationAsFormerFriends(
  server: TestServer,
  [first, second]: readonly [Person, Person],
): Promise<string> {
  const { client } = server;
  await setRelationship(server, "Friend/Friend", [first, second]);
  const { body } = await client.get(`/users/${second.id}/dm`, { token: first.token });
  await client.delete(`/users/${second.id}/friend`, {}, { token: first.token });
  return body._id;
}

async function newViewer(server: TestServer, target: Person, viewer: Viewer): Promise<Person> {
  const person = await newUser(server, "Viewer");
  if ("hasConversation" in viewer) await openConversationAsFormerFriends(server, [person, target]);
  await setRelationship(server, viewer.pair, [person, target]);
  if ("isOperator" in viewer) await makeConfirmed(server, person);
  return person;
}

describeServer("profiles", anyEngine, (server) => {
  let target: Person;
  let publicFields: object;
  const status = { text: "reading", presence: "Idle" };

  beforeAll(async () => {
    target = await newUser(server, "Target");
    const edit = { display_name: "The Target", pronouns: "they", status, profile };
    const { body } = await server.client.patch("/users/@me", edit, target);
    await server.running.store.write((tx) => updateUser(tx, target.id, { badges: 5, flags: 1 }));
    enter(server, target);
    publicFields = {
      _id: target.id,
      username: "Target",
      discriminator: body.discriminator,
      display_name: "The Target",
      pronouns: "they",
      badges: 5,
      flags: 1,
    };
  });

  test.each(Object.entries(viewers))("%s", async (_, viewer) => {
    const { token } = await newViewer(server, target, viewer);
    const user = await server.client.get(`/users/${target.id}`, { token });
    const profileResponse = await server.client.get(`/users/${target.id}/profile`, { token });
    const mutual = await server.client.get(`/users/${target.id}/mutual`, { token });
    if (viewer.sees === "nothing") {
      expectFailure(user, 403, "MissingPermission", { permission: "Access" });
    } else {
      const visible = viewer.sees === "everything";
      const rest = { relationship: viewer.as, online: visible, ...(visible && { status }) };
      expect({ status: user.status, body: user.body }).toEqual({
        status: 200,
        body: { ...publicFields, ...rest },
      });
    }
    if (viewer.sees === "everything") {
      expect({ status: profileResponse.status, body: profileResponse.body }).toEqual({
        status: 200,
        body: profile,
      });
      expect(mutual.status).toBe(200);
      expect(mutual.body.channels).toHaveLength("hasConversation" in viewer ? 1 : 0);
    } else {
      for (const response of [profileResponse, mutual])
        expectFailure(response, 403, "MissingPermission", { permission: "ViewProfile" });
    }
  });

  test("users view themselves by id and by @me, with all relations in the order of their creation", async () => {
    const person = await newUser(server, "Self");
    enter(server, person);
    const { token } = person;
    const alone = await server.client.get(`/users/${person.id}`, { token });
    expect(alone.body).toEqual({
      _id: person.id,
      username: "Self",
      discriminator: alone.body.discriminator,
      relationship: "User",
      online: true,
    });
    const pairs = ["Blocked/BlockedOther", "Outgoing/Incoming", "Friend/Friend", "Incoming/Outgoing"];
    const others = await Promise.all(pairs.map(() => newUser(server)));
    for (const [index, pair] of pairs.entries())
      await setRelationship(server, pair, [person, others[index] ?? person]);
    const { body } = await server.client.get(`/users/${person.id}`, { token });
    expect(body).toEqual({
      ...alone.body,
      relations: others.map(({ id }, index) => ({ _id: id, status: pairs[index]?.split("/")[0] })),
    });
    expect((await server.client.get("/users/@me", { token })).body).toEqual(body);
    expect((await server.client.get(`/users/${person.id}/profile`, { token })).body).toEqual({});
    const mutual = await server.client.get(`/users/${person.id}/mutual`, { token });
    expectFailure(mutual, 400, "InvalidOperation");
  });

  test("a disconnected or invisible user is offline for all viewers", async () => {
    const [person, friend] = [await newUser(server), await newUser(server)];
    await setRelationship(server, "Friend/Friend", [person, friend]);
    const onlineAndStatus = async () => {
      const requests = [person, friend].map(({ token }) =>
        server.client.get(`/users/${person.id}`, { token }),
      );
      return (await Promise.all(requests)).map(({ body }) => [body.online, body.status]);
    };
    expect(await onlineAndStatus()).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
    enter(server, person);
    expect(await onlineAndStatus()).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    const edit = { status: { text: "hidden", presence: "Invisible" } };
    await server.client.patch("/users/@me", edit, person);
    expect(await onlineAndStatus()).toEqual([
      [false, { text: "hidden" }],
      [false, { text: "hidden" }],
    ]);
    await server.client.patch("/users/@me", { remove: ["StatusText"] }, person);
    expect(await onlineAndStatus()).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
  });

  test("both users get the same mutual friends and conversations", async () => {
    const [one, other, both, half] = await Promise.all(
      ["One", "Other", "Both", "Half"].map((name) => newUser(server, name)),
    );
    if (!one || !other || !both || !half) throw new Error("four people");
    await setRelationship(server, "Friend/Friend", [one, both]);
    await setRelationship(server, "Friend/Friend", [other, both]);
    await setRelationship(server, "Outgoing/Incoming", [other, half]);
    await openConversationAsFormerFriends(server, [one, half]);
    await setRelationship(server, "Friend/Friend", [one, half]);
    const channel = await openConversationAsFormerFriends(server, [one, other]);
    const expected = { users: [both.id], servers: [], channels: [channel] };
    for (const [viewer, viewed] of [
      [one, other],
      [other, one],
    ] as const) {
      const { status, body } = await server.client.get(`/users/${viewed.id}/mutual`, { token: viewer.token });
      expect({ status, body }).toEqual({ status: 200, body: expected });
    }
  });

  test("an unknown id, or a name in its place, is not found", async () => {
    const { token } = await newUser(server);
    for (const id of [unknownId, "Target", "x", target.id.toLowerCase(), `${target.id}%20`, "%F0%9F%A6%A6"]) {
      for (const path of ["", "/profile", "/mutual"])
        expectFailure(await server.client.get(`/users/${id}${path}`, { token }), 404, "NotFound");
    }
  });

  test("flags are public, and unknown users have none", async () => {
    const plain = await newUser(server);
    const flagsOf = async (id: string) => {
      const { status, body } = await server.client.get(`/users/${id}/flags`);
      return { status, ...body };
    };
    expect(await flagsOf(target.id)).toEqual({ status: 200, flags: 1 });
    for (const id of [plain.id, unknownId, "@me", "x".repeat(3_000), "a%2Fb", "%F0%9F%A6%A6"])
      expect(await flagsOf(id)).toEqual({ status: 200, flags: 0 });
  });
});
