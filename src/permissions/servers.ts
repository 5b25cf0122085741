import { bitsetOf, grantAllSafe, permission } from "./bits.ts";
import { includes, intersection, union, without } from "./bitset.ts";
import { viewOnly } from "./defaults.ts";

/** Allowed and denied bits. A bit in both is denied. */
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

/** All that decides the permissions of a user in a server. */
export interface MembershipContext {
  readonly owner: boolean;
  /** Undefined for users who are not members. */
  readonly member: MemberRestrictions | undefined;
  readonly defaultPermissions: number;
  /** The existing roles of the member, in the order of `byAscendingRank`. */
  readonly roles: readonly RankedRole[];
}

export interface ChannelOverrides {
  readonly default?: PermissionOverride | undefined;
  readonly roles?: Readonly<Record<string, PermissionOverride>> | undefined;
}

type Layer = "server roles" | "channel default" | "channel roles";

/** The layers after the server's default permissions, in the order in which client libraries apply them too. */
const layerOrder: readonly Layer[] = ["server roles", "channel default", "channel roles"];

const lastLayerFirst = layerOrder.toReversed();

const { ViewChannel } = permission;
const publishing = bitsetOf("Speak", "Video");
const receiving = permission.Listen;

/** Sorts roles from the lowest to the highest, which decides last. Of equal ranks, the older role decides last. */
export function byAscendingRank(roles: readonly RankedRole[]): RankedRole[] {
  return roles.toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : -1));
}

export function serverPermissions(context: MembershipContext, now: number): number {
  if (context.owner) return grantAllSafe;
  return context.member ? restrict(applyLayers(context, {}), context.member, now) : 0;
}

export function channelPermissions(
  context: MembershipContext,
  channel: ChannelOverrides,
  now: number,
  order?: readonly Layer[],
): number {
  if (context.owner) return grantAllSafe;
  if (!context.member) return 0;
  const set = applyLayers(context, channel, order);
  return includes(set, ViewChannel) ? restrict(set, context.member, now) : 0;
}

/** Whether `channelPermissions` includes ViewChannel. Independent of time: timeouts and mutes do not remove it. */
export function canViewChannel(context: MembershipContext, channel: ChannelOverrides): boolean {
  if (context.owner) return true;
  if (!context.member) return false;
  // The last layer that sets the bit decides.
  for (const layer of lastLayerFirst) {
    const decision =
      layer === "channel default"
        ? decideView(channel.default)
        : decideViewByRoles(layer, context.roles, channel);
    if (decision !== undefined) return decision;
  }
  return includes(context.defaultPermissions, ViewChannel);
}

/** A smaller number is a higher rank: users may act on roles whose number is greater than their own. */
export function rankOf({ owner, roles }: MembershipContext): number {
  return owner ? Number.NEGATIVE_INFINITY : rankByRoles(roles);
}

/** Whether a user may act on a member: only on one of lower rank, and nobody acts on the owner. */
export function outranks(user: MembershipContext, target: MembershipContext): boolean {
  return rankOf(user) < rankOf(target);
}

function rankByRoles(roles: readonly RankedRole[]): number {
  return roles.reduce((rank, role) => Math.min(rank, role.rank), Number.POSITIVE_INFINITY);
}

/** What the layers give a member, apart from mutes, timeouts and the rule that ViewChannel comes first. */
export function applyLayers(
  { defaultPermissions, roles }: Pick<MembershipContext, "defaultPermissions" | "roles">,
  channel: ChannelOverrides,
  order = layerOrder,
): number {
  let set = defaultPermissions;
  for (const layer of order) {
    if (layer === "channel default") set = applyOverride(set, channel.default);
    else for (const role of roles) set = applyOverride(set, overrideOfRole(layer, role, channel));
  }
  return set;
}

function overrideOfRole(
  layer: Layer,
  role: RankedRole,
  channel: ChannelOverrides,
): PermissionOverride | undefined {
  return layer === "server roles" ? role.permissions : channel.roles?.[role.id];
}

function applyOverride(set: number, layer: PermissionOverride | undefined): number {
  return layer ? without(union(set, layer.a), layer.d) : set;
}

/** Applied after all layers, so that no override restores what a mute or timeout removes. */
function restrict(set: number, member: MemberRestrictions, now: number): number {
  if (member.timeoutUntil !== null && member.timeoutUntil > now) return intersection(set, viewOnly);
  const unmuted = member.canPublish ? set : without(set, publishing);
  return member.canReceive ? unmuted : without(unmuted, receiving);
}

function decideView(layer: PermissionOverride | undefined): boolean | undefined {
  if (!layer) return undefined;
  if (includes(layer.d, ViewChannel)) return false;
  return includes(layer.a, ViewChannel) ? true : undefined;
}

function decideViewByRoles(
  layer: Layer,
  roles: readonly RankedRole[],
  channel: ChannelOverrides,
): boolean | undefined {
  for (let index = roles.length - 1; index >= 0; index--) {
    const role = roles[index];
    const decision = role && decideView(overrideOfRole(layer, role, channel));
    if (decision !== undefined) return decision;
  }
  return undefined;
}
