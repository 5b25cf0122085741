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

/**
 * Searches with PostgreSQL's text search: a column holds the words of a message, and its channel as one term.
 * `areRare`: whether it is known that a scan of the first messages does not find enough.
 */
export async function searchInPostgres(
  db: Reader,
  channelId: string,
  search: ChronologicalSearch,
  areRare: boolean,
): Promise<MessageRow[]> {
  const match = toTsquery(search.words, channelTerm(channelId));
  if (match === undefined) return [];
  const scan = (maxScanned: number) => selectByScan(db, channelId, { match, search, maxScanned }).execute();
  // Frequent words have enough matches among the first messages, and too many to gather.
  const scanned = areRare ? [] : await scan(maxScannedFirst);
  if (scanned.length === search.limit) return scanned;
  return (await gather(db, { match, search })) ?? scan(Number.MAX_SAFE_INTEGER);
}

/** With more channels than this, those of the matches are compared instead of indexed terms. */
const maxChannelTerms = 200;

/**
 * Searches in many channels with the word index. Undefined if it has too many matches to sort. Rare words are found
 * without the terms of the channels, which the index has for every message.
 */
export async function gatherInPostgres(
  db: Reader,
  channelIds: readonly string[],
  search: ChronologicalSearch,
): Promise<MessageRow[] | undefined> {
  const match = toTsquery(search.words);
  if (match === undefined) return [];
  const listed = { match, search, channelIds };
  const ofAll = channelIds.length > 1 ? await gather(db, { ...listed, countsAll: true }) : undefined;
  if (ofAll) return ofAll;
  if (channelIds.length > maxChannelTerms) return gather(db, listed);
  return gather(db, { match: toTsquery(search.words, ...channelIds.map(channelTerm)) ?? "", search });
}

async function gather(db: Reader, options: GatherOptions): Promise<MessageRow[] | undefined> {
  const gathered = await selectGathered(db, options).execute();
  if (Number(gathered[0]?.total) > maxGathered) return undefined;
  return gathered.filter(({ id }) => id !== null);
}

interface GatherOptions {
  readonly match: string;
  readonly search: ChronologicalSearch;
  /** Only messages of these channels. */
  readonly channelIds?: readonly string[];
  /** Whether matches of other channels count, too. */
  readonly countsAll?: boolean;
}

/**
 * The first matches of the word index, and how many it has: a row without a message if it has none. The index scan
 * filters by words only and is materialized, because PostgreSQL overestimates how often unknown words occur, and would
 * scan the whole channel instead. The lateral join fetches message by message for the same reason.
 */
export function selectGathered(db: Reader, { match, search, channelIds, countsAll = false }: GatherOptions) {
  const { before, after, order, limit } = search;
  const [always, maxCounted] = [sql.raw("true"), sql.lit(maxGathered + 1)];
  const isListed = channelIds ? among.postgres(sql.ref("channel_id"), JSON.stringify(channelIds)) : always;
  const gathered = sql<MessageRow & { total: string }>`(with
    found as materialized (
      select channel_id, id from messages where words @@ ${match}::tsquery and ${countsAll ? always : isListed}
    ),
    counted as materialized (select channel_id, id from found limit ${countsAll ? maxCounted : sql.raw("all")}),
    chosen as materialized (
      select channel_id, id from counted
      where ${before === undefined ? always : sql`id < ${before}`}
        and ${after === undefined ? always : sql`id > ${after}`}
        and ${countsAll ? isListed : always}
      limit ${maxCounted}
    ),
    first as materialized (select channel_id, id from chosen order by id ${sql.raw(order)} limit ${limit})
    select message.*, total.count as total
    from (select count(*) from ${sql.raw(countsAll ? "counted" : "chosen")}) as total
    left join (
      select of_first.* from first cross join lateral (
        select ${sql.join(messageColumns.map((column) => sql.ref(column)))} from messages
        where channel_id = first.channel_id and id = first.id limit 1
      ) as of_first
    ) as message on true)`;
  return db.sql().selectFrom(gathered.as("gathered")).selectAll().orderBy("id", order);
}

interface ScanOptions extends Pick<GatherOptions, "match" | "search"> {
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
