import type { Override } from "../../model/permissions.ts";

/** As requests want it. The protocol's permissions are within the integers that a number holds exactly. */
export function overrideBody({ allow, deny }: Override): { allow: number; deny: number } {
  return { allow: Number(allow), deny: Number(deny) };
}
