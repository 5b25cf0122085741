import { permission } from "../../src/permissions/bits.ts";
import { includes } from "../../src/permissions/bitset.ts";
import {
  byAscendingRank,
  channelPermissions,
  type MembershipContext,
  type RankedRole,
} from "../../src/permissions/servers.ts";
import type { Person } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: things of every kind, as they came
type Thing = Record<string, any>;

/** A server as its owner sees it over HTTP: whole. */
export interface Place {
  readonly id: string;
  readonly owner: Person;
  readonly defaultPermissions: number;
  readonly roles: readonly RankedRole[];
  readonly channels: readonly Thing[];
  readonly emojis: readonly string[];
  readonly members: ReadonlyMap<string, Thing>;
}

/** Undefined for a server that is gone. */
export async function surveyPlace(
  { client }: TestServer,
  id: string,
  people: readonly Person[],
): Promise<Place | undefined> {
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

/** Every member is told who the owner is, but nobody knows beforehand who is a member. */
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

/** What somebody may do in a channel of a place, worked out anew. */
export function permissionsIn(place: Place, channel: Thing, who: Viewer): number {
  const overrides = { default: channel.default_permissions, roles: channel.role_permissions };
  return channelPermissions(standingIn(place, who), overrides, who.now);
}

export interface Viewer {
  readonly id: string;
  readonly privileged: boolean;
  readonly now: number;
}

/** Which channels somebody is to be told of. Without being in the server, none, however privileged. */
export function channelsInView(place: Place, who: Viewer): string[] {
  if (!place.members.has(who.id)) return [];
  const inView = place.channels.filter((channel) =>
    includes(permissionsIn(place, channel, who), permission.ViewChannel),
  );
  return inView.map(({ _id }) => _id);
}

function standingIn({ owner, members, roles, defaultPermissions }: Place, who: Viewer): MembershipContext {
  const member = members.get(who.id);
  return {
    privileged: who.privileged,
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
