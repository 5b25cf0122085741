import type { Kysely } from "kysely";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Emoji } from "../model.ts";
import { emojiView } from "../rules/views.ts";
import type { EmojiRow, ServersTables } from "../tables.ts";

const emojiById = prepare((db: Kysely<ServersTables>, id: string) =>
  db.selectFrom("emojis").selectAll().where("id", "=", id),
);

const emojisByServer = prepare((db: Kysely<ServersTables>, serverId: string) =>
  db.selectFrom("emojis").selectAll().where("server_id", "=", serverId).orderBy("id"),
);

/** Finds detached emoji too. */
export async function findEmoji(db: Reader, id: string): Promise<EmojiRow | undefined> {
  return db.one(emojiById, id);
}

/** In the order of the uploads. */
export async function listEmojisOfServer(db: Reader, serverId: string): Promise<Emoji[]> {
  return (await db.all(emojisByServer, serverId)).map(emojiView);
}

export async function insertEmoji(tx: Tx, emoji: EmojiRow): Promise<void> {
  await tx.sql<ServersTables>().insertInto("emojis").values(emoji).execute();
}

export async function updateEmoji(tx: Tx, id: string, changes: Partial<EmojiRow>): Promise<void> {
  await tx.sql<ServersTables>().updateTable("emojis").set(changes).where("id", "=", id).execute();
}
