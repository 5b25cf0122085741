import { sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { among } from "../../../platform/database/by-list.ts";
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
  const gathered = await gather(db, { match, search });
  return (
    gathered ?? selectByScan(db, channelId, { match, search, maxScanned: Number.MAX_SAFE_INTEGER }).execute()
  );
}

/** With more channels than this, those of the matches are compared instead of indexed terms. */
const maxChannelTerms = 200;

/** Searches in many channels with the word index. Undefined if it has too many matches to sort. */
export async function gatherInPostgres(
  db: Reader,
  channelIds: readonly string[],
  search: ChronologicalSearch,
): Promise<MessageRow[] | undefined> {
  const isListed = channelIds.length > maxChannelTerms;
  const match = toTsquery(search.words, ...(isListed ? [] : channelIds.map(channelTerm)));
  return match === undefined ? [] : gather(db, { match, search, ...(isListed && { channelIds }) });
}

async function gather(db: Reader, options: GatherOptions): Promise<MessageRow[] | undefined> {
  const gathered = await selectGathered(db, options).execute();
  return Number(gathered[0]?.total ?? 0) <= maxGathered ? gathered : undefined;
}

interface GatherOptions {
  readonly match: string;
  readonly search: ChronologicalSearch;
  /** Only messages of these channels. */
  readonly channelIds?: readonly string[];
}

/**
 * The first matches of the word index, and how many it has. The index scan filters by words only and is materialized,
 * because PostgreSQL overestimates how often unknown words occur, and would scan the whole channel instead. The lateral
 * join fetches message by message for the same reason.
 */
export function selectGathered(db: Reader, { match, search, channelIds }: GatherOptions) {
  const { before, after, order, limit } = search;
  const isListed = channelIds
    ? among.postgres(sql.ref("channel_id"), JSON.stringify(channelIds))
    : sql.raw("true");
  const gathered = sql<MessageRow & { total: string }>`(with
    found as materialized (select channel_id, id from messages where words @@ ${match}::tsquery and ${isListed}),
    chosen as materialized (
      select channel_id, id from found
      where ${before === undefined ? sql.raw("true") : sql`id < ${before}`}
        and ${after === undefined ? sql.raw("true") : sql`id > ${after}`}
      limit ${maxGathered + 1}
    ),
    first as materialized (select channel_id, id from chosen order by id ${sql.raw(order)} limit ${limit})
    select message.*, (select count(*) from chosen) as total
    from first cross join lateral (
      select ${sql.join(messageColumns.map((column) => sql.ref(column)))} from messages
      where channel_id = first.channel_id and id = first.id limit 1
    ) as message)`;
  return db.sql().selectFrom(gathered.as("gathered")).selectAll().orderBy("id", order);
}

interface ScanOptions extends Omit<GatherOptions, "channelIds"> {
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
