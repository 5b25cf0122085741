import { listChannelIds } from "../../src/domains/channels/index.ts";
import { findServer, listRoles } from "../../src/domains/members/index.ts";
import { listServerIds } from "../../src/domains/members/store/memberships.ts";
import { newTicket } from "../support/accounts/people.ts";
import type { ApiResponse } from "../support/http/client.ts";
import type { TestServer } from "../support/server/server.ts";
import { hiding, neutral, showing } from "./place.ts";
import { type ActionContext, attempt, type WalkActions, type WalkUser } from "./walk-action.ts";

/** A server of the user, with one of its channels and one of its roles, if it has one. Its owner acts. */
interface ServerContext extends ActionContext {
  readonly id: string;
  readonly owner: WalkUser;
  readonly channel: string | undefined;
  readonly channels: readonly string[];
  readonly role: string | undefined;
  readonly roles: readonly string[];
  readonly client: TestServer["client"];
}

async function findServerContext(context: ActionContext): Promise<ServerContext | undefined> {
  const { server, who, people, chance } = context;
  return server.running.store.read(async (db) => {
    const ids = await listServerIds(db, who.id);
    const row = await findServer(db, pick(ids, chance) ?? "");
    const owner = people.find(({ id }) => id === row?.owner_id);
    if (!row || !owner) return undefined;
    const channels = await listChannelIds(db, row.id);
    const roles = (await listRoles(db, row.id)).map(({ id }) => id);
    const [channel, role] = [pick(channels, chance * 7), pick(roles, chance * 11)];
    return { ...context, id: row.id, owner, channel, channels, role, roles, client: server.client };
  });
}

function pick<T>(things: readonly T[], chance: number): T | undefined {
  return things[Math.floor(chance * things.length) % things.length];
}

/** Does nothing without a server or a call to make. */
const inServer =
  (act: (target: ServerContext) => Promise<ApiResponse> | undefined) => async (context: ActionContext) => {
    const target = await findServerContext(context);
    const answer = target && act(target);
    if (answer) await attempt(answer);
  };

const editServer = (body: (target: ServerContext) => object) =>
  inServer((target) => target.client.patch(`/servers/${target.id}`, body(target), target.owner));

const editMember = (body: (target: ServerContext) => object) =>
  inServer((target) =>
    target.client.patch(`/servers/${target.id}/members/${target.whom.id}`, body(target), target.owner),
  );

const allowInChannel = (permissions: object, whom: (target: ServerContext) => string | undefined) =>
  inServer((target) => {
    const [of, { channel, client, owner }] = [whom(target), target];
    if (!channel || !of) return undefined;
    return client.put(`/channels/${channel}/permissions/${of}`, { permissions }, owner);
  });

const allow = (permissions: object | number, whom: (target: ServerContext) => string | undefined) =>
  inServer((target) => {
    const [of, { id, client, owner }] = [whom(target), target];
    return of ? client.put(`/servers/${id}/permissions/${of}`, { permissions }, owner) : undefined;
  });

const everybody = () => "default";
const aRole = ({ role }: ServerContext) => role;

const joinByInvite = inServer(({ channel, client, owner, whom }) => {
  if (!channel) return undefined;
  const inviting = client.post(`/channels/${channel}/invites`, {}, owner);
  return inviting.then((answer) =>
    answer.status === 200 ? client.post(`/invites/${answer.body._id}`, {}, whom) : answer,
  );
});

const transfer = inServer(async ({ server, id, owner, whom, client }) => {
  const ticket = await newTicket(server, owner);
  return client.patch(`/servers/${id}`, { owner: whom.id }, { token: owner.token, ticket });
});

const found = async ({ server, who }: ActionContext) => {
  const ids = await server.running.store.read((db) => listServerIds(db, who.id));
  if (ids.length < 2) await attempt(server.client.post("/servers/create", { name: "Place" }, who));
};

/** Actions by name, with their weights. */
export const serverActions: WalkActions = {
  "founds a server": [3, found],
  "has in its server": [12, joinByInvite],
  "leaves a server": [1, inServer(({ client, id, who }) => client.delete(`/servers/${id}`, {}, who))],
  "has kicked": [
    2,
    inServer(({ client, id, owner, whom }) => client.delete(`/servers/${id}/members/${whom.id}`, {}, owner)),
  ],
  "has banned": [
    1,
    inServer(({ client, id, owner, whom }) => client.put(`/servers/${id}/bans/${whom.id}`, {}, owner)),
  ],
  "has forgiven": [
    3,
    inServer(({ client, id, owner, whom }) => client.delete(`/servers/${id}/bans/${whom.id}`, {}, owner)),
  ],
  "gives a server to": [2, transfer],
  "has a channel made": [
    3,
    inServer(({ channels, client, id, owner }) =>
      channels.length < 4 ? client.post(`/servers/${id}/channels`, { name: "new" }, owner) : undefined,
    ),
  ],
  "has a channel deleted": [
    1,
    inServer(({ channel, client, owner }) =>
      channel ? client.delete(`/channels/${channel}`, {}, owner) : undefined,
    ),
  ],
  "has a channel renamed": [
    2,
    inServer(({ channel, client, owner, whom }) =>
      channel ? client.patch(`/channels/${channel}`, { name: whom.name }, owner) : undefined,
    ),
  ],
  "has a channel hidden": [3, allowInChannel(hiding, everybody)],
  "has a channel shown": [3, allowInChannel(showing, everybody)],
  "has a channel hidden from a role": [3, allowInChannel(hiding, aRole)],
  "has a channel shown to a role": [3, allowInChannel(showing, aRole)],
  "has a role made": [
    3,
    inServer(({ roles, client, id, owner }) =>
      roles.length < 3 ? client.post(`/servers/${id}/roles`, { name: "role" }, owner) : undefined,
    ),
  ],
  "has a role deleted": [
    1,
    inServer(({ role, client, id, owner }) =>
      role ? client.delete(`/servers/${id}/roles/${role}`, {}, owner) : undefined,
    ),
  ],
  "has a role coloured": [
    1,
    inServer(({ role, client, id, owner }) =>
      role ? client.patch(`/servers/${id}/roles/${role}`, { colour: "red", hoist: true }, owner) : undefined,
    ),
  ],
  "has all hidden from a role": [2, allow(hiding, aRole)],
  "has all shown to a role": [2, allow(showing, aRole)],
  "has nothing said of a role": [2, allow(neutral, aRole)],
  "has a server closed": [1, allow(0, everybody)],
  "has a server opened": [2, allow(showing.allow, everybody)],
  "has roles turned over": [
    3,
    inServer(({ roles, client, id, owner }) =>
      client.patch(`/servers/${id}/roles/ranks`, { ranks: roles.toReversed() }, owner),
    ),
  ],
  "has a role given to": [5, editMember(({ role }) => (role ? { roles: [role] } : {}))],
  "has all roles given to": [3, editMember(({ roles }) => ({ roles }))],
  "has roles taken from": [2, editMember(() => ({ remove: ["Roles"] }))],
  "has silenced": [
    1,
    editMember(({ server, chance }) => ({ timeout: server.clock.now() + Math.floor(chance * 1e9) })),
  ],
  "has a nickname for": [1, editMember(({ who }) => ({ nickname: `${who.name}'s` }))],
  "has no nickname for": [1, editMember(() => ({ remove: ["Nickname", "Timeout"] }))],
  "has a server renamed": [1, editServer(({ whom }) => ({ name: whom.name }))],
  "has a server announce": [
    2,
    editServer(({ channel }) => ({ system_messages: { user_joined: channel, user_left: channel } })),
  ],
  "has a server sorted": [
    1,
    editServer(({ channels }) => ({ categories: [{ id: "a", title: "A", channels }] })),
  ],
  "has read a server": [1, inServer(({ client, id, who }) => client.put(`/servers/${id}/ack`, {}, who))],
};
