import { grantAllSafe } from "./bits.ts";
import type { PermissionOverride } from "./servers.ts";
import { includes, without } from "./sets.ts";

const nothing: PermissionOverride = { a: 0, d: 0 };

/**
 * Whether somebody may put one override in the place of another. What it newly allows or no longer denies they
 * must hold themselves, in what is edited; denying more and allowing less is free. Bits beyond `grantAllSafe`
 * are for nobody: could they be denied, then nobody could ever undo that.
 */
export function mayGrant(
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
