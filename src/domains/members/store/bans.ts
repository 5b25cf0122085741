import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { ServersTables } from "../tables.ts";

const banByKey = prepare((db: Kysely<ServersTables>, serverId: string, userId: string) =>
  db.selectFrom("bans").select("user_id").where("server_id", "=", serverId).where("user_id", "=", userId),
);

export async function isBanned(db: Reader, serverId: string, userId: string): Promise<boolean> {
  return (await db.one(banByKey, serverId, userId)) !== undefined;
}
