import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
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
