import type { SceneMember, SceneRole, ServerScene } from "../../../declare/view-change.ts";
import type { TextChannel } from "../../channels/index.ts";
import type { RoleRow, ServerRow } from "../tables.ts";
import type { MemberWithRoles } from "./views.ts";

/** What the event stream must know of a server to tell who sees which of its channels. */
export function sceneOf(
  { id, owner_id, default_permissions }: ServerRow,
  { roles, channels }: { roles: readonly RoleRow[]; channels: readonly TextChannel[] },
): ServerScene {
  return {
    id,
    owner: owner_id,
    defaultPermissions: default_permissions,
    roles: roles.map(sceneRole),
    channels,
  };
}

export function sceneRole({ id, rank, allow: a, deny: d }: RoleRow): SceneRole {
  return { id, rank, permissions: { a, d } };
}

export function sceneMember({ roles, timeout_until }: MemberWithRoles): SceneMember {
  return { roles, timeoutUntil: timeout_until };
}
