import type { Tx } from "../../../declare/tx.ts";
import type { MemberRow, MemberWithRoles, ServersTables } from "../../members/index.ts";

/** Engines limit the number of values in a statement. */
const maxRowsPerInsert = 1_000;

export async function insertMember(tx: Tx, member: MemberRow): Promise<void> {
  const inserting = tx.sql<ServersTables>().insertInto("members").values(member).execute();
  await Promise.all([inserting, changeCounts(tx, [member.server_id], 1)]);
}

/** Adds members with their roles to one server: they are none yet, and have no roles there. */
export async function insertMembers(
  tx: Tx,
  serverId: string,
  members: readonly MemberWithRoles[],
): Promise<void> {
  if (members.length === 0) return;
  const rows = members.map(({ roles: _, ...row }) => row);
  await tx.sql<ServersTables>().insertInto("members").values(rows).execute();
  const held = members.flatMap(({ roles, server_id, user_id }) =>
    roles.map((role_id, position) => ({ server_id, user_id, role_id, position })),
  );
  for (let at = 0; at < held.length; at += maxRowsPerInsert)
    await tx
      .sql<ServersTables>()
      .insertInto("member_roles")
      .values(held.slice(at, at + maxRowsPerInsert))
      .execute();
  await changeCounts(tx, [serverId], members.length);
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

/** Deletes members of these servers, a thousand at most, that are this user. */
export async function deleteMemberships(tx: Tx, serverIds: readonly string[], userId: string): Promise<void> {
  const db = tx.sql<ServersTables>();
  const memberships = db
    .selectFrom("members")
    .select("server_id")
    .where("server_id", "in", serverIds)
    .where("user_id", "=", userId);
  // In this order, in one round trip to PostgreSQL.
  const counted = db
    .updateTable("member_counts")
    .set((row) => ({ members: row("members", "-", 1) }))
    .where("server_id", "in", memberships)
    .execute();
  const deleted = db
    .deleteFrom("members")
    .where("server_id", "in", serverIds)
    .where("user_id", "=", userId)
    .execute();
  await Promise.all([counted, deleted]);
}

async function changeCounts(tx: Tx, serverIds: readonly string[], by: number): Promise<void> {
  await tx
    .sql<ServersTables>()
    .updateTable("member_counts")
    .set((row) => ({ members: row("members", "+", by) }))
    .where("server_id", "in", serverIds)
    .execute();
}
