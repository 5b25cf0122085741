import { type RawBuilder, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { messageColumns } from "../rules/message-view.ts";
import { mostRanked, type Search } from "../rules/search.ts";
import { channelSign, oneOf, toTsquery } from "../rules/search-words.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

/** By PostgreSQL's own search: the words of a message are in its row, with the channel as one of them. */
export async function searchInPostgres(db: Reader, channelId: string, search: Search): Promise<MessageRow[]> {
  const match = toTsquery(search.words, channelSign(channelId));
  if (match === undefined) return [];
  const { rows: best } = await selectBest(match, search).execute(db.sql());
  const [first] = best;
  if (first === undefined) return [];
  // As many as that are everywhere: going through the channel in its order soon meets enough of them.
  if (Number(first.total) > mostRanked) return selectOnTheWay(db, channelId, { match, search }).execute();
  const rows = await db
    .sql<MessagesTables>()
    .selectFrom("messages")
    .select(messageColumns)
    .where("channel_id", "=", channelId)
    .where(
      "id",
      "in",
      best.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return best.flatMap(({ id }) => byId.get(id) ?? []);
}

/**
 * The best of those that the index of words leads to. It is asked about nothing but words, and for all that it has:
 * PostgreSQL overrates how often unknown words occur, and would rather go through the whole channel for a few.
 */
export function selectBest(
  match: string,
  { words, before, after, order, limit }: Search,
): RawBuilder<{ id: string; total: string }> {
  const [rank, best] =
    order === "relevance"
      ? [rankBy(words.any), sql.raw("rank desc, id desc")]
      : [sql.raw("0"), sql.raw(`id ${order}`)];
  return sql`with
    found as materialized (select id, ${rank} as rank from messages where words @@ ${match}::tsquery),
    chosen as materialized (
      select * from found
      where ${before === undefined ? sql.raw("true") : sql`id < ${before}`}
        and ${after === undefined ? sql.raw("true") : sql`id > ${after}`}
      limit ${mostRanked + 1}
    )
    select id, (select count(*) from chosen) as total from chosen order by ${best} limit ${limit}`;
}

/** The same, found by reading the channel from its end or its beginning on. */
function selectOnTheWay(
  db: Reader,
  channelId: string,
  { match, search: { words, before, after, order, limit } }: { match: string; search: Search },
) {
  let query = db
    .sql<MessagesTables>()
    .selectFrom("messages")
    .select(messageColumns)
    .where("channel_id", "=", channelId)
    .where(sql<boolean>`words @@ ${match}::tsquery`);
  if (before !== undefined) query = query.where("id", "<", before);
  if (after !== undefined) query = query.where("id", ">", after);
  if (order !== "relevance") return query.orderBy("id", order).limit(limit);
  const ranked = query.select(rankBy(words.any).as("rank"));
  return db
    .sql<MessagesTables>()
    .selectFrom(ranked.orderBy("id", "desc").limit(mostRanked).as("ranked"))
    .select(messageColumns)
    .orderBy("rank", "desc")
    .orderBy("id", "desc")
    .limit(limit);
}

/** 16: of two that hold a word as often, the one with fewer others is more about it. */
function rankBy(entries: readonly string[]): RawBuilder<number> {
  return sql<number>`ts_rank(words, ${oneOf(entries)}::tsquery, 16)`;
}
