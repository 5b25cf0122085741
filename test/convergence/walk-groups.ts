import { bitsetOf } from "../../src/permissions/bits.ts";
import { type Deed, type Deeds, type Encounter, tried } from "./walk-deed.ts";

/** Does something in one of somebody's groups; nothing, if they are in none. */
const inGroup =
  (deed: (encounter: Encounter, path: string) => Promise<unknown>): Deed =>
  async (encounter) => {
    const { server, who, chance } = encounter;
    const { status, body } = await server.client.get("/users/dms", who);
    if (status !== 200) return;
    const groups = body.filter((channel: { channel_type: string }) => channel.channel_type === "Group");
    const group = groups[Math.floor(chance * groups.length)];
    if (group) await deed(encounter, `/channels/${group._id}`);
  };

const edit = (body: (encounter: Encounter) => object) =>
  inGroup((encounter, path) => tried(encounter.server.client.patch(path, body(encounter), encounter.who)));

export const groupDeeds: Deeds = {
  "begins a group with": [
    2,
    ({ server, who, whom }) =>
      tried(server.client.post("/channels/create", { name: "Us", users: [whom.id] }, who)),
  ],
  "brings into a group": [
    4,
    inGroup(({ server, who, whom }, path) =>
      tried(server.client.put(`${path}/recipients/${whom.id}`, {}, who)),
    ),
  ],
  "invites into a group": [
    3,
    inGroup(async ({ server, who, whom }, path) => {
      const { status, body } = await server.client.post(`${path}/invites`, {}, who);
      if (status === 200) await tried(server.client.post(`/invites/${body._id}`, {}, whom));
    }),
  ],
  "removes from a group": [
    2,
    inGroup(({ server, who, whom }, path) =>
      tried(server.client.delete(`${path}/recipients/${whom.id}`, {}, who)),
    ),
  ],
  "leaves a group": [3, inGroup(({ server, who }, path) => tried(server.client.delete(path, {}, who)))],
  "gives a group to": [2, edit(({ whom }) => ({ owner: whom.id }))],
  "renames a group": [1, edit(({ whom }) => ({ name: whom.name, remove: ["Description"] }))],
  "describes a group": [1, edit(({ whom }) => ({ description: whom.name, nsfw: true }))],
  "silences a group": [
    1,
    inGroup(({ server, who, chance }, path) => {
      const permissions = chance < 0.5 ? 0 : bitsetOf("SendMessage", "InviteOthers", "ManageChannel");
      return tried(server.client.put(`${path}/permissions/default`, { permissions }, who));
    }),
  ],
};
