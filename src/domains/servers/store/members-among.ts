import type { Reader } from "../../../store/tx.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import type { ServersTables } from "../tables.ts";
import { withRoles } from "./members.ts";

/** Those of these users who are in the server, by their ids; for as many as fit in one query. */
export async function listMembersAmong(
  db: Reader,
  serverId: string,
  userIds: readonly string[],
): Promise<MemberWithRoles[]> {
  if (userIds.length === 0) return [];
  const sql = db.sql<ServersTables>();
  const members = sql
    .selectFrom("members")
    .selectAll()
    .where("server_id", "=", serverId)
    .where("user_id", "in", userIds)
    .orderBy("user_id");
  const held = sql
    .selectFrom("member_roles")
    .selectAll()
    .where("server_id", "=", serverId)
    .where("user_id", "in", userIds)
    .orderBy("position");
  return withRoles(await members.execute(), await held.execute());
}
