import type {
  MemberVisibilityData,
  RoleVisibilityData,
  ServerVisibilityData,
} from "../../../visibility/view-change.ts";
import type { RoleRow, ServerRow } from "../tables.ts";
import type { MemberWithRoles } from "./views.ts";

/** The state of a server from which the gateway derives who can view which channels. */
export function serverVisibilityData(
  { id, owner_id, default_permissions }: ServerRow,
  { roles, channels }: { roles: readonly RoleRow[]; channels: ServerVisibilityData["channels"] },
): ServerVisibilityData {
  return {
    id,
    owner: owner_id,
    defaultPermissions: default_permissions,
    roles: roles.map(roleVisibilityData),
    channels,
  };
}

export function roleVisibilityData({ id, rank, allow: a, deny: d }: RoleRow): RoleVisibilityData {
  return { id, rank, permissions: { a, d } };
}

export function memberVisibilityData({ roles, timeout_until }: MemberWithRoles): MemberVisibilityData {
  return { roles, timeoutUntil: timeout_until };
}
