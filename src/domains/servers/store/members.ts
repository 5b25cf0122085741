import type { Kysely } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import type { MemberRoleRow, MemberRow, ServersTables } from "../tables.ts";

const memberByKey = prepare((db: Kysely<ServersTables>, serverId: string, userId: string) =>
  db
    .selectFrom("members")
    .leftJoin("member_roles", (on) =>
      on
        .onRef("member_roles.server_id", "=", "members.server_id")
        .onRef("member_roles.user_id", "=", "members.user_id"),
    )
    .selectAll("members")
    .select(["member_roles.role_id", "member_roles.position"])
    .where("members.server_id", "=", serverId)
    .where("members.user_id", "=", userId),
);

export async function findMember(
  db: Reader,
  serverId: string,
  userId: string,
): Promise<MemberWithRoles | undefined> {
  const rows = await db.all(memberByKey, serverId, userId);
  if (!rows[0]) return undefined;
  // Sorting these few rows here is cheaper than ORDER BY in a query that runs with every message.
  if (rows.length > 1) rows.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
  const { role_id: _role, position: _position, ...row } = rows[0];
  return { ...row, roles: rows.flatMap(({ role_id }) => role_id ?? []) };
}

/** Joins members and their roles; roles of other members are ignored. */
export function withRoles<Row extends MemberRow>(
  members: readonly Row[],
  assigned: readonly MemberRoleRow[],
): (Row & MemberWithRoles)[] {
  const keyOf = ({ server_id, user_id }: { server_id: string; user_id: string }) => `${server_id} ${user_id}`;
  const byMember = Map.groupBy(assigned, keyOf);
  return members.map((row) => ({
    ...row,
    roles: (byMember.get(keyOf(row)) ?? []).map(({ role_id }) => role_id),
  }));
}

export async function insertMember(tx: Tx, member: MemberRow): Promise<void> {
  await tx.sql<ServersTables>().insertInto("members").values(member).execute();
  await changeCount(tx, member.server_id, 1);
}

export async function updateMember(
  tx: Tx,
  { server_id, user_id }: Pick<MemberRow, "server_id" | "user_id">,
  changes: Partial<MemberRow>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx
    .sql<ServersTables>()
    .updateTable("members")
    .set(changes)
    .where("server_id", "=", server_id)
    .where("user_id", "=", user_id)
    .execute();
}

/** Replaces all roles of a member. */
export async function setRoles(
  tx: Tx,
  { server_id, user_id }: Pick<MemberRow, "server_id" | "user_id">,
  roles: readonly string[],
): Promise<void> {
  await tx
    .sql<ServersTables>()
    .deleteFrom("member_roles")
    .where("server_id", "=", server_id)
    .where("user_id", "=", user_id)
    .execute();
  if (roles.length === 0) return;
  const rows = roles.map((role_id, position) => ({ server_id, user_id, role_id, position }));
  await tx.sql<ServersTables>().insertInto("member_roles").values(rows).execute();
}

/** Returns whether there was such a member. */
export async function deleteMember(tx: Tx, serverId: string, userId: string): Promise<boolean> {
  const deleted = await tx
    .sql<ServersTables>()
    .deleteFrom("members")
    .where("server_id", "=", serverId)
    .where("user_id", "=", userId)
    .returning("user_id")
    .execute();
  if (deleted.length > 0) await changeCount(tx, serverId, -1);
  return deleted.length > 0;
}

async function changeCount(tx: Tx, serverId: string, by: number): Promise<void> {
  await tx
    .sql<ServersTables>()
    .updateTable("member_counts")
    .set((row) => ({ members: row("members", "+", by) }))
    .where("server_id", "=", serverId)
    .execute();
}
