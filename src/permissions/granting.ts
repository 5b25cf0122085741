import { grantAllSafe } from "./bits.ts";
import { includes, without } from "./bitset.ts";
import type { PermissionOverride } from "./servers.ts";

const nothing: PermissionOverride = { a: 0, d: 0 };

/**
 * Whether a user who holds `held` may replace one override by another. The user must hold every bit that becomes
 * allowed or stops being denied; denying more and allowing less is always permitted. No user may set bits beyond
 * `grantAllSafe`: nobody holds them, so a denied one could never be undone.
 */
export function canSetOverride(
  held: number,
  current: PermissionOverride | undefined,
  next: PermissionOverride,
): boolean {
  const { a, d } = current ?? nothing;
  return (
    next.a <= grantAllSafe &&
    next.d <= grantAllSafe &&
    includes(held, without(next.a, a)) &&
    includes(held, without(d, next.d))
  );
}
