import { sql } from "kysely";
import type { Reader } from "../../../store/tx.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { ChronologicalSearch } from "../rules/search.ts";
import { channelTerm, toTsquery } from "../rules/search-words.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

/** So many messages of a channel are read before the index of words is asked. */
const mostReadFirst = 1_000;
/** So many that match are gathered by the index of words, which knows nothing of their order. */
export const mostGathered = 10_000;

/** By PostgreSQL's own search: the words of a message are in its row, with the channel as one of them. */
export async function searchInPostgres(
  db: Reader,
  channelId: string,
  search: ChronologicalSearch,
): Promise<MessageRow[]> {
  const match = toTsquery(search.words, channelTerm(channelId));
  if (match === undefined) return [];
  // Of what people say often there is soon enough, and too much of it to gather it all.
  const met = await selectOnTheWay(db, channelId, { match, search, most: mostReadFirst }).execute();
  if (met.length === search.limit) return met;
  const gathered = await selectGathered(db, channelId, { match, search }).execute();
  if (Number(gathered[0]?.total ?? 0) <= mostGathered) return gathered;
  return selectOnTheWay(db, channelId, { match, search, most: Number.MAX_SAFE_INTEGER }).execute();
}

/**
 * The first of those that the index of words leads to, and how many it found. It is asked about nothing but words,
 * and for all that it has: PostgreSQL overrates how often unknown words occur, and would rather go through the whole
 * channel for a few. For the same reason the messages are fetched one by one.
 */
export function selectGathered(db: Reader, channelId: string, { match, search }: Omit<Way, "most">) {
  const { before, after, order, limit } = search;
  const gathered = sql<MessageRow & { total: string }>`(with
    found as materialized (select id from messages where words @@ ${match}::tsquery),
    chosen as materialized (
      select id from found
      where ${before === undefined ? sql.raw("true") : sql`id < ${before}`}
        and ${after === undefined ? sql.raw("true") : sql`id > ${after}`}
      limit ${mostGathered + 1}
    ),
    first as materialized (select id from chosen order by id ${sql.raw(order)} limit ${limit})
    select message.*, (select count(*) from chosen) as total
    from first cross join lateral (
      select ${sql.join(messageColumns.map((column) => sql.ref(column)))} from messages
      where channel_id = ${channelId} and id = first.id limit 1
    ) as message)`;
  return db.sql().selectFrom(gathered.as("gathered")).selectAll().orderBy("id", order);
}

interface Way {
  readonly match: string;
  readonly search: ChronologicalSearch;
  /** How many messages are read, whether they match or not. */
  readonly most: number;
}

/**
 * The same, met with by reading the channel from its end or its beginning on. The limit of what is read keeps
 * PostgreSQL from asking the index of words after all, for all that it has, and sorting that.
 */
export function selectOnTheWay(db: Reader, channelId: string, { match, search, most }: Way) {
  const { before, after, order, limit } = search;
  let read = db
    .sql<MessagesTables>()
    .selectFrom("messages")
    .select(messageColumns)
    .select(sql`words`.as("words"))
    .where("channel_id", "=", channelId);
  if (before !== undefined) read = read.where("id", "<", before);
  if (after !== undefined) read = read.where("id", ">", after);
  return db
    .sql<MessagesTables>()
    .selectFrom(read.orderBy("id", order).limit(most).as("read"))
    .select(messageColumns)
    .where(sql<boolean>`words @@ ${match}::tsquery`)
    .orderBy("id", order)
    .limit(limit);
}
