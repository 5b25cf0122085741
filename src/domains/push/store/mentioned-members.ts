import type { Reader } from "../../../declare/tx.ts";
import type { ServersTables } from "../../members/index.ts";

/** A page in the order of user ids. */
interface UserPage {
  readonly after: string;
  readonly limit: number;
}

export async function listMembersAfter(
  db: Reader,
  serverId: string,
  { after, limit }: UserPage,
): Promise<string[]> {
  const rows = await db
    .sql<ServersTables>()
    .selectFrom("members")
    .select("user_id")
    .where("server_id", "=", serverId)
    .where("user_id", ">", after)
    .orderBy("user_id")
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Lists members who have one of these roles. */
export async function listRoleHoldersAfter(
  db: Reader,
  { serverId, roleIds }: { readonly serverId: string; readonly roleIds: readonly string[] },
  { after, limit }: UserPage,
): Promise<string[]> {
  const rows = await db
    .sql<ServersTables>()
    .selectFrom("member_roles")
    .select("user_id")
    .distinct()
    .where("server_id", "=", serverId)
    .where("role_id", "in", roleIds)
    .where("user_id", ">", after)
    .orderBy("user_id")
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}
