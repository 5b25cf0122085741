import { bitsetOf } from "../../src/permissions/bits.ts";
import type { Person } from "../support/accounts/people.ts";
import { uploadFile } from "../support/http/multipart.ts";
import type { TestServer } from "../support/server/server.ts";
import { joinCommunity } from "../support/servers/communities.ts";
import { roleCalls } from "../support/servers/role-calls.ts";
import { drawHills } from "./draw.ts";
import type { People } from "./people.ts";

export interface DemoServer {
  readonly id: string;
  /** The ids of its channels, by their names. */
  readonly channels: ReadonlyMap<string, string>;
  /** The id of the role that the screenshots show. */
  readonly role: string;
}

const categories: Readonly<Record<string, readonly string[]>> = {
  Welcome: ["hello", "announcements", "events"],
  "In the field": ["sightings", "camera-traps", "routes-and-weather", "north-ridge-trail-maintenance"],
  Workshop: ["data", "field-notes", "photography", "طيور"],
};
const voiceChannels: Readonly<Record<string, readonly string[]>> = { Talk: ["Campfire", "Planning"] };

/** Creates a community with categories, channels and roles. All people are members. */
export async function newDemoServer(server: TestServer, people: People): Promise<DemoServer> {
  const { client } = server;
  const owner = people.ines;
  const { body } = await client.post("/servers/create", { name: "Moor & Meadow" }, owner);
  const id: string = body.server._id;
  const channels = new Map<string, string>();
  const groups = [];
  for (const [kind, lists] of [
    ["Text", categories],
    ["Voice", voiceChannels],
  ] as const)
    for (const [title, names] of Object.entries(lists)) {
      const made: string[] = [];
      for (const name of names) {
        const created = await client.post(`/servers/${id}/channels`, { type: kind, name }, owner);
        channels.set(name, created.body._id);
        made.push(created.body._id);
      }
      groups.push({ id: `category${groups.length}`, title, channels: made });
    }
  await client.delete(`/channels/${body.channels[0]._id}`, undefined, owner);
  const icon = await uploadFile(server, owner, {
    tag: "icons",
    filename: "icon.png",
    content: await drawHills(6, 256, 256),
  });
  const description = "Walkers, watchers and menders of the northern moors. Be kind, close gates.";
  const banner = await uploadFile(server, owner, {
    tag: "banners",
    filename: "banner.png",
    content: await drawHills(3, 800, 320),
  });
  await client.patch(`/servers/${id}`, { icon, banner, description, categories: groups }, owner);
  const channelIcon = await uploadFile(server, owner, {
    tag: "icons",
    filename: "camera.png",
    content: await drawHills(2, 64, 64),
  });
  await client.patch(`/channels/${channels.get("camera-traps")}`, { icon: channelIcon }, owner);
  await client.patch(
    `/channels/${channels.get("sightings")}`,
    { description: "What you saw, *where* and *when*. Pictures welcome, see https://example.com/guide" },
    owner,
  );
  for (const person of Object.values(people))
    if (person !== owner) await joinCommunity(server, { id }, person);
  const role = await giveRoles(server, id, people);
  return { id, channels, role };
}

/** Creates the roles, gives them to people, and returns the id of the second. */
async function giveRoles(server: TestServer, id: string, people: People): Promise<string> {
  const calls = roleCalls(server, { id });
  const { ines, tomasz, priya, olu, layla, freya } = people;
  const roles: readonly (readonly [
    name: string,
    colour: string,
    hoist: boolean,
    holders: readonly Person[],
  ])[] = [
    ["Wardens", "#c2571a", true, [ines, freya]],
    ["Rangers", "#2f7d5b", true, [tomasz, priya, layla]],
    ["Photographers", "#6a5acd", false, [olu, priya]],
    ["Newcomers", "#8a8177", false, []],
  ];
  const ids: string[] = [];
  const held = new Map<Person, string[]>();
  for (const [name, colour, hoist, holders] of roles) {
    const { body } = await calls.create(ines, { name });
    ids.push(body.id);
    await calls.edit(ines, body.id, { colour, hoist });
    for (const holder of holders) held.set(holder, [...(held.get(holder) ?? []), body.id]);
  }
  const [, rangers = ""] = ids;
  const content = await drawHills(3, 64, 64);
  const icon = await uploadFile(server, ines, { tag: "icons", filename: "ranger.png", content });
  await calls.edit(ines, rangers, { icon });
  await calls.allow(ines, rangers, [
    bitsetOf("ManageMessages", "TimeoutMembers", "InviteOthers"),
    bitsetOf("MentionEveryone"),
  ]);
  for (const [holder, roleIds] of held)
    await server.client.patch(`/servers/${id}/members/${holder.id}`, { roles: roleIds }, ines);
  return rangers;
}
