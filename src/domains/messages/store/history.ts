import { type Kysely, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { among } from "../../../platform/database/by-list.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import type { HistoryWindow } from "../rules/history-window.ts";
import { messageColumns } from "../rules/message-view.ts";
import { type MessagesTables, messageJsonColumns, type PageRow } from "../tables.ts";

export interface HistoryRange {
  /** Only messages with a greater id. */
  readonly after?: string | undefined;
  /** Only messages with a smaller id. */
  readonly before?: string | undefined;
  readonly order: "asc" | "desc";
  readonly limit: number;
}

/** Messages of a channel in a range of ids, which is a range of the primary key. */
export function selectRange(db: Reader, channelId: string, range: HistoryRange) {
  return rangeOf(db, channelId, range).select(messageColumns);
}

/** The same for pinned messages, without reading any others. */
export function selectPinned(db: Reader, channelId: string, range: HistoryRange) {
  // A literal, because an engine does not use the partial index for a parameter.
  const pinned = rangeOf(db, channelId, range).select("id").where(sql<boolean>`pinned = 1`);
  return db
    .sql<MessagesTables>()
    .selectFrom("messages")
    .select(messageColumns)
    .where("channel_id", "=", channelId)
    .where("id", "in", pinned)
    .orderBy("id", range.order);
}

/** Pinned messages of many channels. */
export function selectPinnedAmong(db: Reader, channelIds: readonly string[], range: HistoryRange) {
  const { after, before, order, limit } = range;
  const listed = among[db.dialect](sql.ref("channel_id"), JSON.stringify(channelIds));
  let query = db.sql<MessagesTables>().selectFrom("messages").select(messageColumns).where(listed);
  if (after !== undefined) query = query.where("id", ">", after);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.where(sql<boolean>`pinned = 1`).orderBy("id", order).limit(limit);
}

function rangeOf(db: Reader, channelId: string, { after, before, order, limit }: HistoryRange) {
  let query = db.sql<MessagesTables>().selectFrom("messages").where("channel_id", "=", channelId);
  if (after !== undefined) query = query.where("id", ">", after);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.orderBy("id", order).limit(limit);
}

/** What few messages have, as JSON; null for most messages. */
const rareColumns = sql<string | null>`case
  when coalesce(${sql.join(messageJsonColumns.map((part) => sql.ref(part)))}) is null
    and edited_at is null and flags = 0 and pinned = 0 then null
  else '{"flags":' || flags || ',"pinned":' || pinned || coalesce(',"edited_at":' || edited_at, '') || ${sql.join(
    messageJsonColumns.map((part) => sql`coalesce(${sql.lit(`,"${part}":`)} || ${sql.ref(part)}, '')`),
    sql` || `,
  )} || '}'
  end`;

const pageColumns = ["id", "author_id", "nonce", "content", rareColumns.as("rare")] as const;

export const pages = { asc: pageInOrder("asc"), desc: pageInOrder("desc") };

function pageInOrder(order: "asc" | "desc") {
  return prepare(
    (db: Kysely<MessagesTables>, channelId: string, from: string, before: string, limit: number) =>
      db
        .selectFrom("messages")
        .select(pageColumns)
        .where("channel_id", "=", channelId)
        .where("id", ">=", from)
        .where("id", "<", before)
        .orderBy("id", order)
        .limit(limit),
  );
}

/** Smaller and greater than every id in any collation. */
export const [lowest, highest] = ["0", "Z"];

/** The newest messages of a channel: what a client reads when somebody opens the channel. */
const newestPage = prepare((db: Kysely<MessagesTables>, channelId: string, limit: number) =>
  db
    .selectFrom("messages")
    .select(pageColumns)
    .where("channel_id", "=", channelId)
    .orderBy("id", "desc")
    .limit(limit),
).cached("channel_id");

export async function listMessages(
  db: Reader,
  channelId: string,
  window: HistoryWindow,
): Promise<readonly PageRow[]> {
  if (window.kind === "page") {
    const { after, before = highest, order, limit } = window;
    if (after === undefined && before === highest && order === "desc")
      return db.all(newestPage, channelId, limit);
    // No id is a prefix of another, so this is the smallest text after the id.
    const from = after === undefined ? lowest : `${after}0`;
    return db.all(pages[order], channelId, from, before, limit);
  }
  const { id, each } = window;
  const later = await db.all(pages.asc, channelId, id, highest, each);
  const earlier = await db.all(pages.desc, channelId, lowest, id, each);
  return [...later, ...earlier];
}
