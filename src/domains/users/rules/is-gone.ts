import { userFlags } from "../model.ts";
import type { UserRow } from "../tables.ts";

const gone = userFlags.deleted | userFlags.banned | userFlags.spam;

/** Removed from the platform in one way or another: there is nobody left. */
export function isGone({ flags }: Pick<UserRow, "flags">): boolean {
  return (flags & gone) !== 0;
}
