import type { Kysely } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { ChannelUnread } from "../model.ts";
import { unreadView } from "../rules/unread-view.ts";
import type { SyncTables } from "../tables.ts";

const unreadsOf = prepare((db: Kysely<SyncTables>, userId: string) =>
  db.selectFrom("channel_unreads").selectAll().where("user_id", "=", userId).orderBy("channel_id"),
);

export async function listUnreads(db: Reader, userId: string): Promise<ChannelUnread[]> {
  return (await db.all(unreadsOf, userId)).map(unreadView);
}
