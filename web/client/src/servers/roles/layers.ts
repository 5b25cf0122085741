import type { PermissionOverride } from "../../../../../src/permissions/servers.ts";

/** An override as requests spell it. */
export function overrideBody({ a, d }: PermissionOverride): { allow: number; deny: number } {
  return { allow: a, deny: d };
}
