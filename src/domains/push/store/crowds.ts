import type { Reader } from "../../../store/tx.ts";
import type { ServersTables } from "../../servers/index.ts";

/** Many people of a server, a page at a time: from after this user on, so many. */
export interface Page {
  readonly after: string;
  readonly limit: number;
}

export async function listSomeMembers(
  db: Reader,
  serverId: string,
  { after, limit }: Page,
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

/** The same of those who have one of these roles. */
export async function listSomeHolders(
  db: Reader,
  { serverId, roleIds }: { readonly serverId: string; readonly roleIds: readonly string[] },
  { after, limit }: Page,
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
