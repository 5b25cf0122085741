import { type Kysely, type RawBuilder, sql } from "kysely";
import { prepare } from "../../../platform/database/prepared.ts";
import type { Reader, Tx } from "../../../store/tx.ts";
import type { MessageRow, MessagesTables, ReactionRow } from "../tables.ts";

type Message = Pick<MessageRow, "channel_id" | "id">;

/** Those who react to one message at the same time do it one after another. */
export async function lockMessage(tx: Tx, { channel_id, id }: Message): Promise<void> {
  const held = tx
    .sql<MessagesTables>()
    .updateTable("messages")
    .set(({ ref }) => ({ flags: ref("flags") }));
  await held.where("channel_id", "=", channel_id).where("id", "=", id).execute();
}

const reactionsTo = {
  sqlite: reactionsAmong((ids) => sql`in (select value from json_each(${ids}))`),
  postgres: reactionsAmong((ids) => sql`= any (array(select json_array_elements_text(${ids}::text::json)))`),
};

/** However many there are, it is the same query: they come as one list in JSON. */
function reactionsAmong(isListed: (ids: string) => RawBuilder<unknown>) {
  return prepare((db: Kysely<MessagesTables>, channelId: string, ids: string) =>
    db
      .selectFrom("reactions")
      .selectAll()
      .where("channel_id", "=", channelId)
      .where((row) => sql<boolean>`${row.ref("message_id")} ${isListed(ids)}`)
      .orderBy("since"),
  );
}

/** All reactions to some messages of a channel, in their order. */
export async function listReactions(
  db: Reader,
  channelId: string,
  messageIds: readonly string[],
): Promise<ReactionRow[]> {
  if (messageIds.length === 0) return [];
  return db.all(reactionsTo[db.dialect], channelId, JSON.stringify(messageIds));
}

/** With what there are reactions to a message, each once. */
export async function listEmojiOn(db: Reader, { channel_id, id }: Message): Promise<string[]> {
  const rows = await db
    .sql<MessagesTables>()
    .selectFrom("reactions")
    .select("emoji")
    .distinct()
    .where("channel_id", "=", channel_id)
    .where("message_id", "=", id)
    .execute();
  return rows.map(({ emoji }) => emoji);
}

/** Nothing, if it is there. */
export async function insertReaction(tx: Tx, row: ReactionRow): Promise<void> {
  const insert = tx.sql<MessagesTables>().insertInto("reactions").values(row);
  await insert.onConflict((conflict) => conflict.doNothing()).execute();
}

/**
 * Returns whether it was there. Where it was the first with its emoji, the next one takes its place, so that the
 * emoji stays where it is among the others.
 */
export async function deleteReaction(
  tx: Tx,
  { user_id, ...of }: Omit<ReactionRow, "since">,
): Promise<boolean> {
  const sql = tx.sql<MessagesTables>();
  const removal = sql.deleteFrom("reactions").where((row) => row.and({ ...of, user_id }));
  const gone = await removal.returning("since").executeTakeFirst();
  if (!gone) return false;
  const next = await sql
    .selectFrom("reactions")
    .select(["user_id", "since"])
    .where((row) => row.and(of))
    .orderBy("since")
    .limit(1)
    .executeTakeFirst();
  if (next && next.since > gone.since) {
    const heir = sql.updateTable("reactions").set({ since: gone.since });
    await heir.where((row) => row.and({ ...of, user_id: next.user_id })).execute();
  }
  return true;
}

/** Those with one emoji, or all. */
export async function deleteReactions(
  tx: Tx,
  { channel_id, id: message_id }: Message,
  emoji?: string,
): Promise<void> {
  const of = { channel_id, message_id, ...(emoji !== undefined && { emoji }) };
  await tx
    .sql<MessagesTables>()
    .deleteFrom("reactions")
    .where((row) => row.and(of))
    .execute();
}
