import { sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { mostRanked, type Search } from "../rules/search.ts";
import { channelSign, oneOf, toTsquery } from "../rules/search-words.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";
import { messageColumns } from "./history.ts";

/** By PostgreSQL's own search: the words of a message are in its row, with the channel as one of them. */
export async function searchInPostgres(
  db: Reader,
  channelId: string,
  { words, before, after, order, limit }: Search,
): Promise<MessageRow[]> {
  const match = toTsquery(words, channelSign(channelId));
  if (match === undefined) return [];
  let query = db
    .sql<MessagesTables>()
    .selectFrom("messages")
    .select(messageColumns)
    .where("channel_id", "=", channelId)
    .where(sql<boolean>`words @@ ${match}::tsquery`);
  if (before !== undefined) query = query.where("id", "<", before);
  if (after !== undefined) query = query.where("id", ">", after);
  if (order !== "relevance") return query.orderBy("id", order).limit(limit).execute();
  // 16: of two that hold a word as often, the one with fewer others is more about it.
  const ranked = query.select(sql<number>`ts_rank(words, ${oneOf(words.any)}::tsquery, 16)`.as("rank"));
  return db
    .sql<MessagesTables>()
    .selectFrom(ranked.orderBy("id", "desc").limit(mostRanked).as("ranked"))
    .select(messageColumns)
    .orderBy("rank", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
