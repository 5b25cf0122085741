import type { Tx } from "../../../declare/tx.ts";
import { canSetOverride } from "../../../permissions/granting.ts";
import { serverPermissions } from "../../../permissions/servers.ts";
import { recordAudit } from "../../audit/index.ts";
import {
  assertOutranksRole,
  assertServerPermission,
  lockServer,
  roleVisibilityData,
  type Server,
  type ServerAccess,
  ServerUpdated,
  updateServer,
} from "../../members/index.ts";
import { RoleUpdated } from "../events.ts";
import { updateRole } from "../store/servers.ts";
import { showServer } from "../store/show-server.ts";
import { requireRole } from "./roles.ts";

interface PermissionEdit {
  readonly by: string;
  readonly reason: string | undefined;
}

/** Sets what every member of a server may do. */
export async function setDefaultPermissions(
  tx: Tx<typeof ServerUpdated, "CannotGiveMissingPermissions">,
  { server, membership }: ServerAccess,
  { permissions, by, reason }: PermissionEdit & { readonly permissions: number },
): Promise<Server> {
  const held = serverPermissions(membership, tx.services.clock.now());
  // The caller must hold all of them, also those that are default permissions already.
  if (!canSetOverride(held, undefined, { a: permissions, d: 0 }))
    throw tx.fail("CannotGiveMissingPermissions");
  const before = { default_permissions: server.default_permissions };
  const after = { default_permissions: permissions };
  if (after.default_permissions === before.default_permissions) return showServer(tx, server);

  await updateServer(tx, server.id, after);
  tx.emit(ServerUpdated, { id: server.id, data: after, clear: [] });
  const action = { type: "ServerEdit", before, after } as const;
  await recordAudit(tx, { server: server.id, by, reason, action });
  return showServer(tx, { ...server, ...after });
}

interface RolePermissionEdit extends PermissionEdit {
  readonly roleId: string;
  readonly allow: number;
  readonly deny: number;
}

/** Sets what a role of lower rank than the caller's allows and denies in its server. */
export async function setRolePermissions(
  tx: Tx<
    typeof RoleUpdated,
    "NotFound" | "MissingPermission" | "NotElevated" | "CannotGiveMissingPermissions"
  >,
  access: ServerAccess,
  { roleId, allow, deny, by, reason }: RolePermissionEdit,
): Promise<Server> {
  const { server, membership } = access;
  const role = await requireRole({ db: tx, fail: tx.fail }, access, roleId);
  assertServerPermission(tx, access, "ManagePermissions");
  assertOutranksRole(tx, access, role.rank);
  const before = { a: role.allow, d: role.deny };
  const after = { a: allow, d: deny };
  const held = serverPermissions(membership, tx.services.clock.now());
  if (!canSetOverride(held, before, after)) throw tx.fail("CannotGiveMissingPermissions");
  if (before.a === after.a && before.d === after.d) return showServer(tx, server);

  await lockServer(tx, server.id);
  await updateRole(tx, roleId, { allow, deny });
  const update = { id: server.id, role_id: roleId, data: { permissions: after }, clear: [] };
  tx.emit(RoleUpdated, update, roleVisibilityData({ ...role, allow, deny }));
  const edit = { before: { permissions: before }, after: { permissions: after } };
  const action = { type: "RoleEdit", role: roleId, ...edit } as const;
  await recordAudit(tx, { server: server.id, by, reason, action });
  return showServer(tx, server);
}
