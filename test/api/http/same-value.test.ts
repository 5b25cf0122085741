import { beforeAll, expect, test } from "bun:test";
import type { TObject } from "typebox";
import { AdminServerEdit, AdminUserEdit } from "../../../src/domains/admin/model.ts";
import { ChannelEdit } from "../../../src/domains/channels/model.ts";
import { MemberEdit, ServerEdit } from "../../../src/domains/servers/model.ts";
import { RoleEdit } from "../../../src/domains/servers/role-model.ts";
import { UserEdit } from "../../../src/domains/users/model.ts";
import { WebhookEdit } from "../../../src/domains/webhooks/model.ts";
import { newUser, type Person, password } from "../../support/accounts/people.ts";
import { newFriendOf, newGroup } from "../../support/channels/groups.ts";
import type { ApiResponse } from "../../support/http/client.ts";
import { makeConfirmed } from "../../support/operators/operators.ts";
import { anyEngine } from "../../support/run/thorough.ts";
import { describeServer } from "../../support/server/describe-server.ts";
import { joinCommunity, newCommunity } from "../../support/servers/communities.ts";
import { recordEvents } from "../../support/stream/record-events.ts";

interface Fixture {
  readonly owner: Person;
  readonly member: Person;
  readonly server: string;
  readonly channel: string;
  readonly group: string;
  readonly role: string;
  readonly otherRole: string;
  readonly webhook: string;
}

/** The edits of one kind of object: each value is set, and set again. */
interface Edits {
  /** The fields that the rows below must cover. */
  readonly schema?: TObject;
  /** Fields that cannot be set again: files, which are claimed once, owners, who pass on the right, ignored fields. */
  readonly without?: readonly string[];
  readonly method?: "put" | "post";
  path(fixture: Fixture): string;
  values(fixture: Fixture): readonly object[];
}

const override = (allow: number) => ({ permissions: { allow, deny: 1 << 27 } });
const edits: Readonly<Record<string, Edits>> = {
  user: {
    schema: UserEdit,
    without: ["avatar", "badges", "flags", "remove"],
    path: () => "/users/@me",
    values: () => [
      { display_name: "Sea Otter" },
      { pronouns: "it" },
      { status: { text: "floating" } },
      { status: { presence: "Idle" } },
      { status: { presence: "Invisible" } },
      { status: { text: "floating", presence: "Busy" } },
      { profile: { content: "About me." } },
      { remove: ["DisplayName", "StatusText", "StatusPresence", "ProfileContent", "Pronouns"] },
    ],
  },
  "user, by an operator": {
    schema: AdminUserEdit,
    without: ["privileged"],
    path: ({ owner }) => `/admin/users/${owner.id}`,
    values: () => [{ badges: 4 }, { flags: 8 }],
  },
  username: {
    path: () => "/users/@me/username",
    values: () => [{ username: "Otter", password }],
  },
  server: {
    schema: ServerEdit,
    without: ["icon", "banner", "owner", "flags", "discoverable", "remove"],
    path: ({ server }) => `/servers/${server}`,
    values: ({ channel }) => [
      { name: "Harbour" },
      { description: "Ships." },
      { categories: [{ id: "one", title: "One", channels: [channel] }] },
      { system_messages: { user_joined: channel, user_left: channel } },
      { analytics: true },
      { remove: ["Description", "Categories", "SystemMessages"] },
    ],
  },
  "server, by an operator": {
    schema: AdminServerEdit,
    without: ["owner"],
    path: ({ server }) => `/admin/servers/${server}`,
    values: () => [{ flags: 1 }, { discoverable: true }],
  },
  "default permissions of a server": {
    method: "put",
    path: ({ server }) => `/servers/${server}/permissions/default`,
    values: () => [{ permissions: 1 << 20 }],
  },
  role: {
    schema: RoleEdit,
    without: ["icon", "rank", "remove"],
    path: ({ server, role }) => `/servers/${server}/roles/${role}`,
    values: () => [{ name: "Crew" }, { colour: "red" }, { hoist: true }, { remove: ["Colour"] }],
  },
  "permissions of a role": {
    method: "put",
    path: ({ server, role }) => `/servers/${server}/permissions/${role}`,
    values: () => [override(1 << 20)],
  },
  "ranks of roles": {
    path: ({ server }) => `/servers/${server}/roles/ranks`,
    values: ({ role, otherRole }) => [{ ranks: [otherRole, role] }],
  },
  member: {
    schema: MemberEdit,
    without: ["pronouns", "avatar", "voice_channel", "remove"],
    path: ({ server, member }) => `/servers/${server}/members/${member.id}`,
    values: ({ role, otherRole }) => [
      { nickname: "Cook" },
      { roles: [role, otherRole] },
      { timeout: "2100-01-01T00:00:00.000Z" },
      { can_publish: false },
      { can_receive: false },
      { remove: ["Nickname", "Roles", "Timeout", "CanPublish", "CanReceive"] },
    ],
  },
  "own member": {
    path: ({ server, owner }) => `/servers/${server}/members/${owner.id}`,
    values: () => [{ pronouns: "they" }, { remove: ["Pronouns"] }],
  },
  channel: {
    schema: ChannelEdit,
    without: ["icon", "owner", "archived", "remove"],
    path: ({ channel }) => `/channels/${channel}`,
    values: () => [
      { name: "deck" },
      { description: "Outside." },
      { nsfw: true },
      { voice: { max_users: 4 } },
      { slowmode: 5 },
      { remove: ["Description", "Voice", "Slowmode"] },
    ],
  },
  "default permissions of a channel": {
    method: "put",
    path: ({ channel }) => `/channels/${channel}/permissions/default`,
    values: () => [override(1 << 20)],
  },
  "permissions of a role in a channel": {
    method: "put",
    path: ({ channel, role }) => `/channels/${channel}/permissions/${role}`,
    values: () => [override(1 << 20)],
  },
  group: {
    schema: ChannelEdit,
    without: ["icon", "owner", "archived", "voice", "slowmode", "remove"],
    path: ({ group }) => `/channels/${group}`,
    values: () => [{ name: "Band" }, { description: "Music." }, { nsfw: true }, { remove: ["Description"] }],
  },
  "permissions of a group": {
    method: "put",
    path: ({ group }) => `/channels/${group}/permissions/default`,
    values: () => [{ permissions: 1 << 22 }],
  },
  webhook: {
    schema: WebhookEdit,
    without: ["avatar", "remove"],
    path: ({ webhook }) => `/webhooks/${webhook}`,
    values: () => [{ name: "Bell" }, { permissions: 1 << 22 }],
  },
  settings: {
    method: "post",
    path: () => "/sync/settings/set",
    values: () => [
      { theme: "dark", order: "[]" },
      { ["__proto__"]: "x", constructor: "y" },
      { theme: "light" },
    ],
  },
};

/** The same value as JSON, with the keys of every object in the opposite order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, reordered(part)] as const);
  return Object.fromEntries(entries.reverse());
}

describeServer("a value that is set again,", anyEngine, (server) => {
  let fixture: Fixture;
  beforeAll(async () => {
    const { client } = server;
    const owner = await newUser(server);
    await makeConfirmed(server, owner);
    const community = await newCommunity(server, owner);
    const member = await newFriendOf(server, owner);
    await joinCommunity(server, community, member);
    const newRole = async (name: string) =>
      (await client.post(`/servers/${community.id}/roles`, { name }, owner)).body.id;
    fixture = {
      owner,
      member,
      server: community.id,
      channel: community.channel,
      group: (await newGroup(server, owner, [member]))._id,
      role: await newRole("one"),
      otherRole: await newRole("two"),
      webhook: (await client.post(`/channels/${community.channel}/webhooks`, { name: "Hook" }, owner)).body
        .id,
    };
  });

  /** The response to an edit, and the names of the events that it caused. */
  async function edit({ method, path }: Edits, value: unknown): Promise<[ApiResponse, string[]]> {
    await using events = await recordEvents(server, "all");
    const response = await server.client[method ?? "patch"](path(fixture), value, fixture.owner);
    return [response, events.received.map(({ name }) => name)];
  }

  test.each(Object.entries(edits))("of a %s gets the same response and causes no event", async (_, each) => {
    for (const value of each.values(fixture)) {
      const [first, events] = await edit(each, value);
      expect({ value, status: first.status, hasEvents: events.length > 0 }).toEqual({
        value,
        status: each.method === "post" ? 204 : 200,
        hasEvents: true,
      });
      const [again, eventsAgain] = await edit(each, reordered(value));
      expect({ value, status: again.status, body: again.body, events: eventsAgain }).toEqual({
        value,
        status: first.status,
        body: first.body,
        events: [],
      });
    }
  });

  test("of a setting keeps the time at which it was first written", async () => {
    const { client } = server;
    await client.post("/sync/settings/set?timestamp=1000", { first: "x", second: "y" }, fixture.owner);
    await client.post("/sync/settings/set?timestamp=2000", { first: "x", second: "z" }, fixture.owner);
    const { body } = await client.post("/sync/settings/fetch", { keys: ["first", "second"] }, fixture.owner);
    expect(body).toEqual({ first: [1000, "x"], second: [2000, "z"] });
  });
});

test("every field that can be edited has a row", () => {
  const values = new Proxy({}, { get: () => "id" }) as Fixture;
  for (const { schema, without = [], values: list } of Object.values(edits)) {
    if (!schema) continue;
    const covered = new Set([...without, ...list(values).flatMap(Object.keys)]);
    expect([...covered].sort()).toEqual(Object.keys(schema.properties).sort());
  }
});
