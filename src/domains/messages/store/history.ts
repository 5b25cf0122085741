import { sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import type { Window } from "../rules/history-window.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

export interface Stretch {
  /** Only messages with a greater id. */
  readonly after?: string | undefined;
  /** Only this message and those with a greater id. */
  readonly from?: string | undefined;
  /** Only messages with a smaller id. */
  readonly before?: string | undefined;
  readonly order: "asc" | "desc";
  readonly limit: number;
}

/** Messages of a channel, by their ids: one stretch of the primary key. */
export function selectStretch(db: Reader, channelId: string, stretch: Stretch) {
  return stretchOf(db, channelId, stretch).select(messageColumns);
}

/** The same of those that are pinned: however many others there are, none of them is looked at. */
export function selectPinned(db: Reader, channelId: string, stretch: Stretch) {
  // As text: an engine that sees a parameter does not know that the index of pinned ones will do.
  const pinned = stretchOf(db, channelId, stretch).select("id").where(sql<boolean>`pinned = 1`);
  return db
    .sql<MessagesTables>()
    .selectFrom("messages")
    .select(messageColumns)
    .where("channel_id", "=", channelId)
    .where("id", "in", pinned)
    .orderBy("id", stretch.order);
}

function stretchOf(db: Reader, channelId: string, { after, from, before, order, limit }: Stretch) {
  let query = db.sql<MessagesTables>().selectFrom("messages").where("channel_id", "=", channelId);
  if (after !== undefined) query = query.where("id", ">", after);
  if (from !== undefined) query = query.where("id", ">=", from);
  if (before !== undefined) query = query.where("id", "<", before);
  return query.orderBy("id", order).limit(limit);
}

export async function listMessages(db: Reader, channelId: string, window: Window): Promise<MessageRow[]> {
  if (window.kind === "page") return selectStretch(db, channelId, window).execute();
  const { id, each: limit } = window;
  const there = await selectStretch(db, channelId, { from: id, order: "asc", limit }).execute();
  const earlier = await selectStretch(db, channelId, { before: id, order: "desc", limit }).execute();
  return [...there, ...earlier];
}
