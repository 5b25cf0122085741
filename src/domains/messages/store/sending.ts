import type { Reader } from "../../../declare/tx.ts";
import type { MessagesTables } from "../tables.ts";

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

interface Mentioning {
  readonly channel_id: string;
  readonly message_id: string;
}

export async function addMentions(db: Reader, where: Mentioning, users: readonly string[]): Promise<void> {
  if (users.length === 0) return;
  const rows = users.map((user_id) => ({ ...where, user_id }));
  await db.sql<MessagesTables>().insertInto("mentions").values(rows).execute();
}

export async function addMassMentions(
  db: Reader,
  where: Mentioning,
  masses: readonly string[],
): Promise<void> {
  if (masses.length === 0) return;
  const rows = masses.map((whom) => ({ ...where, whom }));
  await db.sql<MessagesTables>().insertInto("mass_mentions").values(rows).execute();
}
