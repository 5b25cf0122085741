import type { Fail } from "../../../declare/error.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { rankOf } from "../../../permissions/servers.ts";
import type { File } from "../../../protocol/file.ts";
import { recordAudit } from "../../audit/index.ts";
import { claimFile, releaseFile, releaseFilesOf } from "../../files/index.ts";
import {
  assertOutranksRole,
  findRole,
  listRoles,
  type Role,
  type RoleRow,
  roleView,
  roleVisibilityData,
  type Server,
  type ServerAccess,
} from "../../members/index.ts";
import { RoleDeleted, RolesReordered, RoleUpdated } from "../events.ts";
import type { RoleEdit } from "../role-model.ts";
import { keepsSuperiors, namesAll } from "../rules/ranks.ts";
import { planRoleEdit } from "../rules/role-edit.ts";
import { insertRole, deleteRole as removeRole, updateRole } from "../store/servers.ts";
import { showServer } from "../store/show-server.ts";

interface AuditContext {
  readonly by: string;
  readonly reason: string | undefined;
}

export async function requireRole(
  { db, fail }: { readonly db: Reader; readonly fail: Fail<"NotFound"> },
  { server }: ServerAccess,
  id: string,
): Promise<RoleRow> {
  const role = await findRole(db, server.id, id);
  if (!role) throw fail("NotFound");
  return role;
}

interface NewRole extends AuditContext {
  readonly name: string;
  readonly allow?: number;
  /** The bot that the role belongs to. */
  readonly ownerId?: string;
}

/** Creates a role below all others. */
export async function createRole(
  tx: Tx<typeof RoleUpdated, "TooManyRoles">,
  { server }: Pick<ServerAccess, "server">,
  { name, allow = 0, ownerId, by, reason }: NewRole,
): Promise<{ id: string; role: Role }> {
  const roles = await listRoles(tx, server.id);
  const max = tx.services.config.limits.global.server_roles;
  if (roles.length >= max) throw tx.fail("TooManyRoles", { max });
  const id = tx.services.ids.next();
  // Deleted roles leave gaps, so the number of roles can be a rank that another role has.
  const rank = Math.max(-1, ...roles.map((role) => role.rank)) + 1;
  const rights = { allow, deny: 0, owner_id: ownerId ?? null };
  const row = { id, server_id: server.id, name, ...rights, colour: null, hoist: 0, rank, icon: null };
  await insertRole(tx, row);
  const { _id, ...view } = roleView(row);
  const data = { id, ...view, hoist: false };
  tx.emit(RoleUpdated, { id: server.id, role_id: id, data, clear: [] }, roleVisibilityData(row));
  const action = { type: "RoleCreate", role: id, name } as const;
  await recordAudit(tx, { server: server.id, by, reason, action });
  return { id, role: roleView(row) };
}

interface RoleEditRequest extends AuditContext {
  readonly roleId: string;
  readonly edit: RoleEdit;
}

/** Edits a role of lower rank than the caller's. */
export async function editRole(
  tx: Tx<typeof RoleUpdated, "NotFound" | "NotElevated">,
  access: ServerAccess,
  { roleId, edit, by, reason }: RoleEditRequest,
): Promise<Role> {
  const role = await requireRole({ db: tx, fail: tx.fail }, access, roleId);
  assertOutranksRole(tx, access, role.rank);
  const { id, server_id: server } = role;
  const claim = { use: "RoleIcon", by: id, uploader: by } as const;
  const icon = edit.icon === undefined ? undefined : await claimFile(tx, { id: edit.icon, ...claim });
  const { changes, data, clear, before } = planRoleEdit(role, { ...edit, icon });
  if (Object.keys(changes).length === 0) return roleView(role);

  await updateRole(tx, id, changes);
  if (role.icon !== null && "icon" in changes) await releaseFile(tx, (JSON.parse(role.icon) as File)._id);
  const after = { ...role, ...changes };
  tx.emit(RoleUpdated, { id: server, role_id: id, data, clear }, roleVisibilityData(after));
  const action = { type: "RoleEdit", role: id, before, after: data } as const;
  await recordAudit(tx, { server, by, reason, action });
  return roleView(after);
}

/** Deletes a role of lower rank than the caller's. */
export async function deleteRole(
  tx: Tx<typeof RoleDeleted, "NotFound" | "NotElevated" | "InvalidOperation">,
  access: ServerAccess,
  { roleId, by, reason }: AuditContext & { readonly roleId: string },
): Promise<void> {
  const role = await requireRole({ db: tx, fail: tx.fail }, access, roleId);
  assertOutranksRole(tx, access, role.rank);
  if (role.owner_id !== null) throw tx.fail("InvalidOperation");
  const { id, name, server_id: server } = role;
  await destroyRole(tx, role);
  const action = { type: "RoleDelete", role: id, name } as const;
  await recordAudit(tx, { server, by, reason, action });
}

/** Deletes a role of a server that is locked. */
export async function destroyRole(
  tx: Tx<typeof RoleDeleted>,
  { id, server_id: server }: Pick<RoleRow, "id" | "server_id">,
): Promise<void> {
  await removeRole(tx, id);
  await releaseFilesOf(tx, id);
  tx.emit(RoleDeleted, { id: server, role_id: id });
}

/** Puts all roles of a server in a new order, in which roles of the caller's rank and above keep their positions. */
export async function reorderRoles(
  tx: Tx<typeof RolesReordered, "InvalidOperation" | "NotElevated">,
  { server, membership }: ServerAccess,
  { ranks, by, reason }: AuditContext & { readonly ranks: string[] },
): Promise<Server> {
  const roles = await listRoles(tx, server.id);
  if (!namesAll(ranks, roles)) throw tx.fail("InvalidOperation");
  if (!keepsSuperiors(ranks, roles, rankOf(membership))) throw tx.fail("NotElevated");

  const moved = roles.filter((role) => ranks[role.rank] !== role.id);
  if (moved.length === 0) return showServer(tx, server);
  for (const { id } of moved) await updateRole(tx, id, { rank: ranks.indexOf(id) });
  tx.emit(RolesReordered, { id: server.id, ranks });
  const action = { type: "RolesReorder", before: roles.map(({ id }) => id), after: ranks } as const;
  await recordAudit(tx, { server: server.id, by, reason, action });
  return showServer(tx, server);
}
