import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepareByList } from "../../../platform/database/by-list.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { ServersTables } from "../tables.ts";

const banByKey = prepare((db: Kysely<ServersTables>, serverId: string, userId: string) =>
  db.selectFrom("bans").select("user_id").where("server_id", "=", serverId).where("user_id", "=", userId),
);

const bansAmong = prepareByList((among) =>
  prepare((db: Kysely<ServersTables>, serverId: string, userIds: string) =>
    db
      .selectFrom("bans")
      .select("user_id")
      .where("server_id", "=", serverId)
      .where((row) => among(row.ref("user_id"), userIds)),
  ),
);

/** Those of the users who are banned. */
export async function listBannedAmong(
  db: Reader,
  serverId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await db.all(bansAmong[db.dialect], serverId, JSON.stringify(userIds));
  return rows.map(({ user_id }) => user_id);
}

export async function isBanned(db: Reader, serverId: string, userId: string): Promise<boolean> {
  return (await db.one(banByKey, serverId, userId)) !== undefined;
}
