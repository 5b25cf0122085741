import { findServer } from "../../src/domains/servers/index.ts";
import { listServerIds } from "../../src/domains/servers/store/memberships.ts";
import { listChannelIds, listRoles } from "../../src/domains/servers/store/servers.ts";
import type { Answer } from "../support/client.ts";
import { newTicket } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import type { Inhabitant } from "./inhabitant.ts";
import { hiding, neutral, showing } from "./place.ts";
import { type Deeds, type Encounter, tried } from "./walk-deed.ts";

/** A server that somebody is in, with a channel and a role of it, where it has such. Its owner acts. */
interface Spot extends Encounter {
  readonly id: string;
  readonly owner: Inhabitant;
  readonly channel: string | undefined;
  readonly channels: readonly string[];
  readonly role: string | undefined;
  readonly roles: readonly string[];
  readonly client: TestServer["client"];
}

async function findSpot(encounter: Encounter): Promise<Spot | undefined> {
  const { server, who, people, chance } = encounter;
  return server.running.store.read(async (db) => {
    const ids = await listServerIds(db, who.id);
    const row = await findServer(db, pick(ids, chance) ?? "");
    const owner = people.find(({ id }) => id === row?.owner_id);
    if (!row || !owner) return undefined;
    const channels = await listChannelIds(db, row.id);
    const roles = (await listRoles(db, row.id)).map(({ id }) => id);
    const [channel, role] = [pick(channels, chance * 7), pick(roles, chance * 11)];
    return { ...encounter, id: row.id, owner, channel, channels, role, roles, client: server.client };
  });
}

function pick<T>(things: readonly T[], chance: number): T | undefined {
  return things[Math.floor(chance * things.length) % things.length];
}

/** Nothing happens where there is no server, or no call to make. */
const there = (act: (spot: Spot) => Promise<Answer> | undefined) => async (encounter: Encounter) => {
  const spot = await findSpot(encounter);
  const answer = spot && act(spot);
  if (answer) await tried(answer);
};

const editServer = (body: (spot: Spot) => object) =>
  there((spot) => spot.client.patch(`/servers/${spot.id}`, body(spot), spot.owner));

const editMember = (body: (spot: Spot) => object) =>
  there((spot) => spot.client.patch(`/servers/${spot.id}/members/${spot.whom.id}`, body(spot), spot.owner));

const allowInChannel = (permissions: object, whom: (spot: Spot) => string | undefined) =>
  there((spot) => {
    const [of, { channel, client, owner }] = [whom(spot), spot];
    if (!channel || !of) return undefined;
    return client.put(`/channels/${channel}/permissions/${of}`, { permissions }, owner);
  });

const allow = (permissions: object | number, whom: (spot: Spot) => string | undefined) =>
  there((spot) => {
    const [of, { id, client, owner }] = [whom(spot), spot];
    return of ? client.put(`/servers/${id}/permissions/${of}`, { permissions }, owner) : undefined;
  });

const everybody = () => "default";
const aRole = ({ role }: Spot) => role;

const comeIn = there(({ channel, client, owner, whom }) => {
  if (!channel) return undefined;
  const inviting = client.post(`/channels/${channel}/invites`, {}, owner);
  return inviting.then((answer) =>
    answer.status === 200 ? client.post(`/invites/${answer.body._id}`, {}, whom) : answer,
  );
});

const giveAway = there(async ({ server, id, owner, whom, client }) => {
  const ticket = await newTicket(server, owner);
  return client.patch(`/servers/${id}`, { owner: whom.id }, { token: owner.token, ticket });
});

const found = async ({ server, who }: Encounter) => {
  const ids = await server.running.store.read((db) => listServerIds(db, who.id));
  if (ids.length < 2) await tried(server.client.post("/servers/create", { name: "Place" }, who));
};

/** By name, and how often each comes. */
export const serverDeeds: Deeds = {
  "founds a server": [3, found],
  "has in its server": [12, comeIn],
  "leaves a server": [1, there(({ client, id, who }) => client.delete(`/servers/${id}`, {}, who))],
  "has kicked": [
    2,
    there(({ client, id, owner, whom }) => client.delete(`/servers/${id}/members/${whom.id}`, {}, owner)),
  ],
  "has banned": [
    1,
    there(({ client, id, owner, whom }) => client.put(`/servers/${id}/bans/${whom.id}`, {}, owner)),
  ],
  "has forgiven": [
    3,
    there(({ client, id, owner, whom }) => client.delete(`/servers/${id}/bans/${whom.id}`, {}, owner)),
  ],
  "gives a server to": [2, giveAway],
  "has a channel made": [
    3,
    there(({ channels, client, id, owner }) =>
      channels.length < 4 ? client.post(`/servers/${id}/channels`, { name: "new" }, owner) : undefined,
    ),
  ],
  "has a channel deleted": [
    1,
    there(({ channel, client, owner }) =>
      channel ? client.delete(`/channels/${channel}`, {}, owner) : undefined,
    ),
  ],
  "has a channel renamed": [
    2,
    there(({ channel, client, owner, whom }) =>
      channel ? client.patch(`/channels/${channel}`, { name: whom.name }, owner) : undefined,
    ),
  ],
  "has a channel hidden": [3, allowInChannel(hiding, everybody)],
  "has a channel shown": [3, allowInChannel(showing, everybody)],
  "has a channel hidden from a role": [3, allowInChannel(hiding, aRole)],
  "has a channel shown to a role": [3, allowInChannel(showing, aRole)],
  "has a role made": [
    3,
    there(({ roles, client, id, owner }) =>
      roles.length < 3 ? client.post(`/servers/${id}/roles`, { name: "role" }, owner) : undefined,
    ),
  ],
  "has a role deleted": [
    1,
    there(({ role, client, id, owner }) =>
      role ? client.delete(`/servers/${id}/roles/${role}`, {}, owner) : undefined,
    ),
  ],
  "has a role coloured": [
    1,
    there(({ role, client, id, owner }) =>
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
    there(({ roles, client, id, owner }) =>
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
  "has read a server": [1, there(({ client, id, who }) => client.put(`/servers/${id}/ack`, {}, who))],
};
