import { sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { ChronologicalSearch } from "../rules/search.ts";
import { channelTerm, toTsquery } from "../rules/search-index.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

/** How many messages of a channel are scanned before the word index is used. */
const maxScannedFirst = 1_000;
/** How many matches of the word index, which are unordered, are sorted. */
export const maxGathered = 10_000;

/** Searches with PostgreSQL's text search: a column holds the words of a message, and its channel as one term. */
export async function searchInPostgres(
  db: Reader,
  channelId: string,
  search: ChronologicalSearch,
): Promise<MessageRow[]> {
  const match = toTsquery(search.words, channelTerm(channelId));
  if (match === undefined) return [];
  // Frequent words have enough matches among the newest messages, and too many to gather.
  const scanned = await selectByScan(db, channelId, { match, search, maxScanned: maxScannedFirst }).execute();
  if (scanned.length === search.limit) return scanned;
  const gathered = await selectGathered(db, channelId, { match, search }).execute();
  if (Number(gathered[0]?.total ?? 0) <= maxGathered) return gathered;
  return selectByScan(db, channelId, { match, search, maxScanned: Number.MAX_SAFE_INTEGER }).execute();
}

/**
 * The first matches of the word index, and how many it has. The index scan filters by words only and is materialized,
 * because PostgreSQL overestimates how often unknown words occur, and would scan the whole channel instead. The lateral
 * join fetches message by message for the same reason.
 */
export function selectGathered(
  db: Reader,
  channelId: string,
  { match, search }: Omit<ScanOptions, "maxScanned">,
) {
  const { before, after, order, limit } = search;
  const gathered = sql<MessageRow & { total: string }>`(with
    found as materialized (select id from messages where words @@ ${match}::tsquery),
    chosen as materialized (
      select id from found
      where ${before === undefined ? sql.raw("true") : sql`id < ${before}`}
        and ${after === undefined ? sql.raw("true") : sql`id > ${after}`}
      limit ${maxGathered + 1}
    ),
    first as materialized (select id from chosen order by id ${sql.raw(order)} limit ${limit})
    select message.*, (select count(*) from chosen) as total
    from first cross join lateral (
      select ${sql.join(messageColumns.map((column) => sql.ref(column)))} from messages
      where channel_id = ${channelId} and id = first.id limit 1
    ) as message)`;
  return db.sql().selectFrom(gathered.as("gathered")).selectAll().orderBy("id", order);
}

interface ScanOptions {
  readonly match: string;
  readonly search: ChronologicalSearch;
  /** How many messages are read, whether they match or not. */
  readonly maxScanned: number;
}

/**
 * The first matches, by a scan of the channel in order. The limit of the scan keeps PostgreSQL from using the word index
 * and sorting all its matches.
 */
export function selectByScan(db: Reader, channelId: string, { match, search, maxScanned }: ScanOptions) {
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
    .selectFrom(read.orderBy("id", order).limit(maxScanned).as("read"))
    .select(messageColumns)
    .where(sql<boolean>`words @@ ${match}::tsquery`)
    .orderBy("id", order)
    .limit(limit);
}
