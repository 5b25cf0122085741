import { grantAllSafe, permission, setOf } from "./bits.ts";
import { viewOnly } from "./defaults.ts";
import { common, includes, union, without } from "./sets.ts";

/** Allowed and denied. Where a bit is in both, it is denied. */
export interface PermissionOverride {
  readonly a: number;
  readonly d: number;
}

export interface RankedRole {
  readonly id: string;
  readonly rank: number;
  readonly permissions: PermissionOverride;
}

export interface MemberRestrictions {
  readonly timeoutUntil: number | null;
  readonly canPublish: boolean;
  readonly canReceive: boolean;
}

/** Everything about a user in a server that decides what they may do there. */
export interface MembershipContext {
  readonly privileged: boolean;
  readonly owner: boolean;
  /** None of those who are not in the server. */
  readonly member: MemberRestrictions | undefined;
  readonly defaultPermissions: number;
  /** The member's roles that exist, as `inOrder` puts them. */
  readonly roles: readonly RankedRole[];
}

export interface ChannelOverrides {
  readonly default?: PermissionOverride | undefined;
  readonly roles?: Readonly<Record<string, PermissionOverride>> | undefined;
}

const { ViewChannel } = permission;
const sending = setOf("Speak", "Video");
const hearing = permission.Listen;

/** From the lowest to the highest, which has the last word. Of two with the same rank the older has it. */
export function byAscendingRank(roles: readonly RankedRole[]): RankedRole[] {
  return roles.toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : -1));
}

export function serverPermissions(standing: MembershipContext, now: number): number {
  if (standing.privileged || standing.owner) return grantAllSafe;
  return standing.member ? restrict(layersOfServer(standing), standing.member, now) : 0;
}

export function channelPermissions(
  standing: MembershipContext,
  channel: ChannelOverrides,
  now: number,
): number {
  if (standing.privileged || standing.owner) return grantAllSafe;
  if (!standing.member) return 0;
  let set = amend(layersOfServer(standing), channel.default);
  for (const role of standing.roles) set = amend(set, channel.roles?.[role.id]);
  return includes(set, ViewChannel) ? restrict(set, standing.member, now) : 0;
}

/** Whether `channelPermissions` holds ViewChannel, at any time: no timeout and no mute takes it away. */
export function canViewChannel(standing: MembershipContext, channel: ChannelOverrides): boolean {
  if (standing.privileged || standing.owner) return true;
  if (!standing.member) return false;
  const { roles, defaultPermissions } = standing;
  // The last layer with something to say decides, so they are asked from the last to the first.
  return (
    viewByRoles(roles, (role) => channel.roles?.[role.id]) ??
    viewBy(channel.default) ??
    viewByRoles(roles, (role) => role.permissions) ??
    includes(defaultPermissions, ViewChannel)
  );
}

/** The smaller, the higher: one may act on those whose rank is greater than one's own. */
export function rankOf(standing: MembershipContext): number {
  return standing.owner || standing.privileged ? Number.NEGATIVE_INFINITY : memberRankOf(standing);
}

/** The rank of somebody who is acted on: by roles alone, even for the owner. */
export function memberRankOf({ roles }: MembershipContext): number {
  return roles.reduce((rank, role) => Math.min(rank, role.rank), Number.POSITIVE_INFINITY);
}

function layersOfServer({ defaultPermissions, roles }: MembershipContext): number {
  let set = defaultPermissions;
  for (const role of roles) set = amend(set, role.permissions);
  return set;
}

function amend(set: number, layer: PermissionOverride | undefined): number {
  return layer ? without(union(set, layer.a), layer.d) : set;
}

/** After all layers, so that no override gives back what a mute or timeout took. */
function restrict(set: number, member: MemberRestrictions, now: number): number {
  if (member.timeoutUntil !== null && member.timeoutUntil > now) return common(set, viewOnly);
  const heard = member.canPublish ? set : without(set, sending);
  return member.canReceive ? heard : without(heard, hearing);
}

function viewBy(layer: PermissionOverride | undefined): boolean | undefined {
  if (!layer) return undefined;
  if (includes(layer.d, ViewChannel)) return false;
  return includes(layer.a, ViewChannel) ? true : undefined;
}

function viewByRoles(
  roles: readonly RankedRole[],
  layerOf: (role: RankedRole) => PermissionOverride | undefined,
): boolean | undefined {
  for (let index = roles.length - 1; index >= 0; index--) {
    const role = roles[index];
    const said = role && viewBy(layerOf(role));
    if (said !== undefined) return said;
  }
  return undefined;
}
