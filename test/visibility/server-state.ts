import { permission } from "../../src/permissions/bits.ts";
import { includes } from "../../src/permissions/bitset.ts";
import {
  byAscendingRank,
  channelPermissions,
  type MembershipContext,
  type RankedRole,
} from "../../src/permissions/servers.ts";
import type { Person } from "../support/accounts/people.ts";
import type { TestServer } from "../support/server/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: objects of every kind, as the server sends them
type Thing = Record<string, any>;

/** A whole server, as its owner sees it over HTTP. */
export interface ServerState {
  readonly id: string;
  readonly owner: Person;
  readonly defaultPermissions: number;
  readonly roles: readonly RankedRole[];
  readonly channels: readonly Thing[];
  readonly emojis: readonly string[];
  readonly members: ReadonlyMap<string, Thing>;
}

/** Undefined for a deleted server. */
export async function readServerState(
  { client }: TestServer,
  id: string,
  people: readonly Person[],
): Promise<ServerState | undefined> {
  const owner = await findOwner({ client }, id, people);
  if (!owner) return undefined;
  const [{ body: server }, { body: list }, { body: emojis }] = await Promise.all([
    client.get(`/servers/${id}?include_channels=true`, owner),
    client.get(`/servers/${id}/members`, owner),
    client.get(`/servers/${id}/emojis`, owner),
  ]);
  return {
    id,
    owner,
    defaultPermissions: server.default_permissions,
    roles: Object.entries<Thing>(server.roles ?? {}).map(([roleId, { rank = 0, permissions }]) => ({
      id: roleId,
      rank,
      permissions,
    })),
    channels: server.channels,
    emojis: emojis.map(({ _id }: Thing) => _id),
    members: new Map(list.members.map((member: Thing) => [member._id.user, member])),
  };
}

/** Tries all users, since only members can read who the owner is. */
async function findOwner(
  { client }: Pick<TestServer, "client">,
  id: string,
  people: readonly Person[],
): Promise<Person | undefined> {
  for (const person of people) {
    const { status, body } = await client.get(`/servers/${id}`, person);
    if (status === 200) return people.find((one) => one.id === body.owner);
    if (status !== 404) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
  }
  return undefined;
}

/** The permissions of a user in a channel, computed from the state that was read. */
export function permissionsIn(place: ServerState, channel: Thing, who: Viewer): number {
  const overrides = { default: channel.default_permissions, roles: channel.role_permissions };
  return channelPermissions(membershipIn(place, who), overrides, who.now);
}

export interface Viewer {
  readonly id: string;
  readonly now: number;
}

/** The channels that a client of the user must know: none for non-members. */
export function visibleChannels(place: ServerState, who: Viewer): string[] {
  if (!place.members.has(who.id)) return [];
  const inView = place.channels.filter((channel) =>
    includes(permissionsIn(place, channel, who), permission.ViewChannel),
  );
  return inView.map(({ _id }) => _id);
}

function membershipIn(
  { owner, members, roles, defaultPermissions }: ServerState,
  who: Viewer,
): MembershipContext {
  const member = members.get(who.id);
  return {
    // The stream shows operators what it shows others.
    owner: who.id === owner.id,
    member: member && {
      timeoutUntil: member.timeout === undefined ? null : Date.parse(member.timeout),
      canPublish: true,
      canReceive: true,
    },
    defaultPermissions,
    roles: byAscendingRank(roles.filter(({ id }) => member?.roles?.includes(id))),
  };
}
