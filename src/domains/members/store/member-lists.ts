import type { Reader } from "../../../declare/tx.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import type { MemberRow, ServersTables } from "../tables.ts";
import { withRoles } from "./members.ts";

/** The members among these users, ordered by id; for as many ids as fit in one query. */
export async function listMembersAmong(
  db: Reader,
  serverId: string,
  userIds: readonly string[],
): Promise<MemberWithRoles[]> {
  if (userIds.length === 0) return [];
  const members = await db
    .sql<ServersTables>()
    .selectFrom("members")
    .selectAll()
    .where("server_id", "=", serverId)
    .where("user_id", "in", userIds)
    .orderBy("user_id")
    .execute();
  return attachRoles(db, serverId, members);
}

/** Adds the roles of members of one server. */
export async function attachRoles(
  db: Reader,
  serverId: string,
  members: readonly MemberRow[],
): Promise<MemberWithRoles[]> {
  if (members.length === 0) return [];
  const assigned = await db
    .sql<ServersTables>()
    .selectFrom("member_roles")
    .selectAll()
    .where("server_id", "=", serverId)
    .where(
      "user_id",
      "in",
      members.map(({ user_id }) => user_id),
    )
    .orderBy("position")
    .execute();
  return withRoles(members, assigned);
}
