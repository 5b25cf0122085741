import { intersection, union, without } from "../../../src/permissions/bitset.ts";
import type {
  ChannelOverrides,
  MembershipContext,
  PermissionOverride,
} from "../../../src/permissions/servers.ts";

export interface AdaptedOverrides {
  readonly default: PermissionOverride;
  /** The overrides that differ from before, by role. */
  readonly roles: ReadonlyMap<string, PermissionOverride>;
  /** The permissions that were changed in these overrides. */
  readonly changed: number;
  /** Permissions that some members may lose, because no override gives them to these members alone. */
  readonly lost: number;
}

const nothing: PermissionOverride = { a: 0, d: 0 };
/** A bit in both sets is denied. */
const allowedBy = ({ a, d }: PermissionOverride) => without(a, d);

/**
 * Changes the overrides of a channel of Stoat so that its members keep their permissions here, and none gets more. Since
 * 0.15.2, Stoat applies the channel's default before the server's roles; here it comes after them. Undefined if that
 * makes no difference. `isShared` tells whether some member has both roles.
 */
export function preserveAccess(
  { defaultPermissions, roles }: Pick<MembershipContext, "defaultPermissions" | "roles">,
  channel: ChannelOverrides,
  isShared: (role: string, other: string) => boolean,
): AdaptedOverrides | undefined {
  const { default: channelDefault = nothing, roles: overrides = {} } = channel;
  const [allowed, denied] = [allowedBy(channelDefault), channelDefault.d];
  /** The permissions that a role decides against the channel's default. */
  const contested = roles.reduce((bits, { permissions }) => {
    const against = union(intersection(allowed, permissions.d), intersection(denied, allowedBy(permissions)));
    return union(bits, against);
  }, 0);
  // A channel default that repeats the server's is not needed.
  const repeated = union(intersection(allowed, defaultPermissions), without(denied, defaultPermissions));
  const dropped = intersection(contested, repeated);
  const kept = without(contested, repeated);
  const ofRoles = new Map<string, PermissionOverride>();
  let [changed, lost] = [dropped, 0];
  /** What the roles so far decide against the channel's default; a higher role may decide it again. */
  let reversed = 0;
  for (const [rank, { id, permissions }] of roles.entries()) {
    const own = overrides[id] ?? nothing;
    const open = without(kept, union(own.a, own.d));
    let allow = intersection(open, without(allowedBy(permissions), without(allowed, reversed)));
    const deny = intersection(open, without(permissions.d, without(denied, reversed)));
    for (const lower of roles.slice(0, rank)) {
      const below = overrides[lower.id];
      if (!below || !isShared(id, lower.id)) continue;
      // In Stoat, the override of the lower role wins, because overrides in the channel apply last.
      lost = union(lost, union(intersection(allow, below.d), intersection(deny, allowedBy(below))));
      allow = without(allow, below.d);
    }
    if (allow === 0 && deny === 0) continue;
    reversed = union(reversed, union(intersection(allow, denied), intersection(deny, allowed)));
    ofRoles.set(id, { a: union(own.a, allow), d: union(own.d, deny) });
    changed = union(changed, union(allow, deny));
  }
  if (changed === 0 && lost === 0) return undefined;
  const remaining = { a: without(channelDefault.a, dropped), d: without(channelDefault.d, dropped) };
  return { default: remaining, roles: ofRoles, changed, lost };
}
