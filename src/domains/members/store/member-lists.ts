import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepareByList } from "../../../platform/database/by-list.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { MemberWithRoles } from "../rules/views.ts";
import type { MemberRow, ServersTables } from "../tables.ts";
import { withRoles } from "./members.ts";

const membersByIds = prepareByList((among) =>
  prepare((db: Kysely<ServersTables>, serverId: string, userIds: string) =>
    db
      .selectFrom("members")
      .selectAll()
      .where("server_id", "=", serverId)
      .where((row) => among(row.ref("user_id"), userIds))
      .orderBy("user_id"),
  ),
);

const rolesOfMembers = prepareByList((among) =>
  prepare((db: Kysely<ServersTables>, serverId: string, userIds: string) =>
    db
      .selectFrom("member_roles")
      .selectAll()
      .where("server_id", "=", serverId)
      .where((row) => among(row.ref("user_id"), userIds))
      .orderBy("position"),
  ),
);

/** The members among these users, ordered by id. */
export async function listMembersAmong(
  db: Reader,
  serverId: string,
  userIds: readonly string[],
): Promise<MemberWithRoles[]> {
  if (userIds.length === 0) return [];
  return attachRoles(db, serverId, await db.all(membersByIds[db.dialect], serverId, JSON.stringify(userIds)));
}

/** Adds the roles of members of one server. */
export async function attachRoles(
  db: Reader,
  serverId: string,
  members: readonly MemberRow[],
): Promise<MemberWithRoles[]> {
  if (members.length === 0) return [];
  const userIds = JSON.stringify(members.map(({ user_id }) => user_id));
  return withRoles(members, await db.all(rolesOfMembers[db.dialect], serverId, userIds));
}
