import { beforeAll, expect, test } from "bun:test";
import type { ChannelsTables } from "../../src/domains/channels/index.ts";
import { insertPolicyChange } from "../../src/domains/policy/store.ts";
import type { UnreadsTables } from "../../src/domains/unreads/tables.ts";
import { newUser, type Person } from "../support/accounts/people.ts";
import { openConversation } from "../support/channels/conversations.ts";
import { anyEngine } from "../support/run/thorough.ts";
import { describeServer } from "../support/server/describe-server.ts";
import type { TestServer } from "../support/server/server.ts";
import { hours } from "../support/server/test-clock.ts";
import { openReadyStream, type Packet } from "../support/stream/stream.ts";
import { setRelationship } from "../support/users/relationship-transitions.ts";

const status = { text: "reading", presence: "Busy" } as const;
const createdAt = Date.UTC(2100, 0, 1);
const policy = { description: "Be kind.", url: "https://example.com/rules" };

async function readyOf(server: TestServer, person: Person, format: "json" | "msgpack" = "json") {
  const { stream, ready } = await openReadyStream(server, person, { format });
  stream.close();
  return ready;
}

const userIn = ({ users }: Packet, { id }: Person) => users.find(({ _id }: { _id: string }) => _id === id);

describeServer("Ready holds", anyEngine, (server) => {
  let reader: Person;
  let channels: Record<"direct" | "closed" | "parted" | "own", Packet>;
  const people: Record<string, Person> = {};

  /** An online user with a status, who has this relation to the reader. */
  async function meet(name: string, pair: string): Promise<Person> {
    const person = await newUser(server, name);
    people[name] = person;
    await server.client.patch("/users/@me", { status, display_name: `The ${name}` }, person);
    await setRelationship(server, pair, [reader, person]);
    await openReadyStream(server, person);
    return person;
  }

  beforeAll(async () => {
    reader = await newUser(server, "Reader");
    await server.client.patch("/users/@me", { status: { text: "mine", presence: "Focus" } }, reader);
    const friend = await meet("friend", "Friend/Friend");
    await meet("requested", "Outgoing/Incoming");
    await meet("requesting", "Incoming/Outgoing");
    await meet("blocked", "Blocked/BlockedOther");
    await meet("blocker", "BlockedOther/Blocked");
    const parted = await meet("parted", "Friend/Friend");
    const silent = await meet("silent", "Friend/Friend");
    const hidden = await meet("hidden", "Friend/Friend");
    await server.client.patch("/users/@me", { status: { presence: "Invisible" } }, hidden);
    await meet("stranger", "None/None");
    people.away = await newUser(server, "away");
    await setRelationship(server, "Friend/Friend", [reader, people.away]);

    const open = async ({ id }: Person) => (await openConversation(server, reader, id)).body;
    channels = {
      direct: await open(friend),
      closed: await open(silent),
      parted: await open(parted),
      own: await open(reader),
    };
    await server.client.delete(`/users/${parted.id}/friend`, {}, reader);
    await server.running.store.write(async (tx) => {
      const { _id: closed } = channels.closed;
      await tx
        .sql<ChannelsTables>()
        .updateTable("channels")
        .set({ active: 0 })
        .where("id", "=", closed)
        .execute();
      const row = { user_id: reader.id, channel_id: closed, last_id: closed };
      const foreign = { ...row, user_id: friend.id };
      await tx.sql<UnreadsTables>().insertInto("channel_unreads").values([row, foreign]).execute();
      const times = { created_at: createdAt, effective_at: createdAt + hours(24) };
      await insertPolicyChange(tx, { id: "policy", ...times, ...policy });
    });
    await server.client.post("/sync/settings/set?timestamp=7", { theme: "dark", order: "[]" }, reader);
    await server.client.post("/sync/settings/set", { theme: "light" }, friend);
  });

  test("every field, unless some are selected", async () => {
    const { type, ...fields } = await readyOf(server, reader);
    expect(Object.keys(fields).sort()).toEqual([
      "channel_unreads",
      "channels",
      "emojis",
      "members",
      "policy_changes",
      "servers",
      "user_settings",
      "users",
      "voice_states",
    ]);
    expect(fields).toMatchObject({ servers: [], members: [], emojis: [], voice_states: [] });
  });

  test("the related users and recipients, and the user as the last", async () => {
    const ready = await readyOf(server, reader);
    const shown = ready.users.map(({ username, relationship, online }: Packet) => [
      username,
      relationship,
      online,
    ]);
    expect(new Map(shown.map(([name, ...rest]: unknown[]) => [name, rest]))).toEqual(
      new Map([
        ["friend", ["Friend", true]],
        ["requested", ["Outgoing", true]],
        ["requesting", ["Incoming", true]],
        ["blocked", ["Blocked", true]],
        ["blocker", ["BlockedOther", false]],
        ["parted", ["None", true]],
        ["silent", ["Friend", true]],
        ["hidden", ["Friend", false]],
        ["away", ["Friend", false]],
        ["Reader", ["User", true]],
      ]),
    );
    expect(shown).toHaveLength(10);
    expect(shown.at(-1)).toEqual(["Reader", "User", true]);
  });

  test("the relations of the user alone", async () => {
    const { users }: Packet = await readyOf(server, reader);
    const self = users.pop();
    const relations = Object.entries({
      friend: "Friend",
      requested: "Outgoing",
      requesting: "Incoming",
      blocked: "Blocked",
      blocker: "BlockedOther",
      silent: "Friend",
      hidden: "Friend",
      away: "Friend",
    }).map(([name, status]) => ({ _id: people[name]?.id ?? name, status }));
    expect(self).toMatchObject({ _id: reader.id, status: { text: "mine", presence: "Focus" } });
    expect(new Set(self.relations)).toEqual(new Set(relations));
    expect(users.filter((user: object) => "relations" in user)).toEqual([]);
  });

  test("the status of all users but those who blocked the user, and never the word Invisible", async () => {
    const ready = await readyOf(server, reader);
    const seen = (name: string) => userIn(ready, people[name] as Person);
    for (const name of ["friend", "requested", "requesting", "blocked", "parted", "silent"])
      expect(seen(name).status, name).toEqual(status);
    expect(seen("blocker")).toMatchObject({ display_name: "The blocker", online: false });
    expect(seen("blocker")).not.toHaveProperty("status");
    expect(seen("hidden").status).toEqual({ text: status.text });
    expect(JSON.stringify(ready)).not.toContain("Invisible");
  });

  test("an invisible user as others see them, also for the user", async () => {
    const self = userIn(await readyOf(server, people.hidden as Person), people.hidden as Person);
    expect(self).toMatchObject({ relationship: "User", online: false, status: { text: status.text } });
  });

  test("all conversations, also closed ones and those without other recipients", async () => {
    const ready = await readyOf(server, reader);
    const { direct, closed, parted, own } = channels;
    expect(ready.channels).toEqual([direct, { ...closed, active: false }, parted, own]);
    expect(own).toMatchObject({ channel_type: "SavedMessages", user: reader.id });
  });

  test("the user's settings and unread messages", async () => {
    const ready = await readyOf(server, reader);
    expect(ready.user_settings).toEqual({ theme: [7, "dark"], order: [7, "[]"] });
    const { _id: closed } = channels.closed;
    expect(ready.channel_unreads).toEqual([{ _id: { channel: closed, user: reader.id }, last_id: closed }]);
    const other = await readyOf(server, people.stranger as Person);
    expect([other.channels, other.user_settings, other.channel_unreads]).toEqual([[], {}, []]);
    expect(other.users).toHaveLength(1);
  });

  test("policy changes that are not acknowledged, with timestamps as text in JSON and as numbers in msgpack", async () => {
    const moments = [createdAt, createdAt + hours(24)];
    const [created, effective] = moments.map((moment) => new Date(moment).toISOString());
    const json = await readyOf(server, reader);
    expect(json.policy_changes).toEqual([{ created_time: created, effective_time: effective, ...policy }]);
    const msgpack = await readyOf(server, reader, "msgpack");
    expect(msgpack.policy_changes).toEqual([
      { created_time: moments[0], effective_time: moments[1], ...policy },
    ]);
    expect({ ...msgpack, policy_changes: [] }).toEqual({ ...json, policy_changes: [] });

    server.clock.advance(createdAt - server.clock.now() + hours(1));
    await server.client.post("/policy/acknowledge", {}, people.stranger as Person);
    expect((await readyOf(server, people.stranger as Person)).policy_changes).toEqual([]);
  });
});
