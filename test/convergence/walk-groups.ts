import { bitsetOf } from "../../src/permissions/bits.ts";
import { type ActionContext, attempt, type WalkAction, type WalkActions } from "./walk-action.ts";

/** Acts on one of the user's groups, if there is one. */
const inGroup =
  (action: (context: ActionContext, path: string) => Promise<unknown>): WalkAction =>
  async (context) => {
    const { server, who, chance } = context;
    const { status, body } = await server.client.get("/users/dms", who);
    if (status !== 200) return;
    const groups = body.filter((channel: { channel_type: string }) => channel.channel_type === "Group");
    const group = groups[Math.floor(chance * groups.length)];
    if (group) await action(context, `/channels/${group._id}`);
  };

const edit = (body: (context: ActionContext) => object) =>
  inGroup((context, path) => attempt(context.server.client.patch(path, body(context), context.who)));

export const groupActions: WalkActions = {
  "begins a group with": [
    2,
    ({ server, who, whom }) =>
      attempt(server.client.post("/channels/create", { name: "Us", users: [whom.id] }, who)),
  ],
  "brings into a group": [
    4,
    inGroup(({ server, who, whom }, path) =>
      attempt(server.client.put(`${path}/recipients/${whom.id}`, {}, who)),
    ),
  ],
  "invites into a group": [
    3,
    inGroup(async ({ server, who, whom }, path) => {
      const { status, body } = await server.client.post(`${path}/invites`, {}, who);
      if (status === 200) await attempt(server.client.post(`/invites/${body._id}`, {}, whom));
    }),
  ],
  "removes from a group": [
    2,
    inGroup(({ server, who, whom }, path) =>
      attempt(server.client.delete(`${path}/recipients/${whom.id}`, {}, who)),
    ),
  ],
  "leaves a group": [3, inGroup(({ server, who }, path) => attempt(server.client.delete(path, {}, who)))],
  "gives a group to": [2, edit(({ whom }) => ({ owner: whom.id }))],
  "renames a group": [1, edit(({ whom }) => ({ name: whom.name, remove: ["Description"] }))],
  "describes a group": [1, edit(({ whom }) => ({ description: whom.name, nsfw: true }))],
  "silences a group": [
    1,
    inGroup(({ server, who, chance }, path) => {
      const permissions = chance < 0.5 ? 0 : bitsetOf("SendMessage", "InviteOthers", "ManageChannel");
      return attempt(server.client.put(`${path}/permissions/default`, { permissions }, who));
    }),
  ],
};
