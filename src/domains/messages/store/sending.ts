import type { Reader } from "../../../declare/tx.ts";
import type { MassMentionRow, MentionRow, MessagesTables } from "../tables.ts";

/** Returns whether the author had not used it before. */
export async function takeKey(db: Reader, authorId: string, key: string): Promise<boolean> {
  const row = { author_id: authorId, key, used_at: db.services.clock.now() };
  const taken = await db
    .sql<MessagesTables>()
    .insertInto("message_keys")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("key")
    .execute();
  return taken.length > 0;
}

export async function deleteOldKeys(db: Reader, before: number): Promise<void> {
  await db.sql<MessagesTables>().deleteFrom("message_keys").where("used_at", "<", before).execute();
}

export async function addMentions(db: Reader, rows: readonly MentionRow[]): Promise<void> {
  if (rows.length > 0) await db.sql<MessagesTables>().insertInto("mentions").values(rows).execute();
}

export async function addMassMentions(db: Reader, rows: readonly MassMentionRow[]): Promise<void> {
  if (rows.length > 0) await db.sql<MessagesTables>().insertInto("mass_mentions").values(rows).execute();
}
