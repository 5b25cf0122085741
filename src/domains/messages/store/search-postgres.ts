import { sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { among } from "../../../platform/database/by-list.ts";
import { idsFrom, timeOfId } from "../../../platform/ids/ids.ts";
import type { Channel } from "../../channels/index.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { ChronologicalSearch } from "../rules/search.ts";
import { channelTerm, toTsquery } from "../rules/search-index.ts";
import { timeUpTo } from "../rules/search-span.ts";
import type { MessageRow } from "../tables.ts";
import { highest, lowest } from "./history.ts";

/** How many matches of the word index, which are unordered, are sorted. */
export const maxGathered = 10_000;
/** With more channels than this, those of the matches are compared instead of indexed terms. */
const maxChannelTerms = 200;

/**
 * Searches with PostgreSQL's text search: a column holds the words of a message, and its channel as one term. A scan
 * finds frequent words, of which the index has too many matches to sort, and the index finds the others. Undefined if
 * neither does in many channels.
 */
export async function searchInPostgres(
  db: Reader,
  channels: readonly Channel[],
  search: ChronologicalSearch,
): Promise<MessageRow[] | undefined> {
  const match = toTsquery(search.words);
  if (match === undefined) return [];
  const channelIds = channels.map(({ _id }) => _id);
  const scan = (isPatient: boolean) => scanInSections(db, channels, { match, search, isPatient });
  const found = (await scan(false)) ?? (await gatherInPostgres(db, channelIds, search));
  return found ?? (channels.length === 1 ? scan(true) : undefined);
}

/**
 * Searches with the word index. Undefined if it has too many matches to sort. In many channels, rare words are found
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
  const { rows, total } = await read(selectGathered(db, options));
  return total > maxGathered ? undefined : rows;
}

type CountedRow = MessageRow & { readonly total: string; readonly last?: string };

/** The rows of a query that returns a row without a message if it has found none. */
async function read(query: { execute(): Promise<CountedRow[]> }) {
  const rows = await query.execute();
  const found: MessageRow[] = rows.filter(({ id }) => id !== null);
  return { rows: found, total: Number(rows[0]?.total), last: rows[0]?.last ?? "" };
}

interface TextSearch {
  readonly match: string;
  readonly search: Omit<ChronologicalSearch, "words">;
}

interface GatherOptions extends TextSearch {
  /** Only messages of these channels. */
  readonly channelIds?: readonly string[];
  /** Whether matches of other channels count, too. */
  readonly countsAll?: boolean;
}

const columns = sql.join(messageColumns.map((column) => sql.ref(column)));
const always = sql.raw("true");

/**
 * The first matches of the word index, and how many it has: a row without a message if it has none. The index scan
 * filters by words only and is materialized, because PostgreSQL overestimates how often unknown words occur, and would
 * scan the whole channel instead. The lateral join fetches message by message for the same reason.
 */
export function selectGathered(db: Reader, { match, search, channelIds, countsAll = false }: GatherOptions) {
  const { before, after, order, limit } = search;
  const maxCounted = sql.lit(maxGathered + 1);
  const isListed = channelIds ? among.postgres(sql.ref("channel_id"), JSON.stringify(channelIds)) : always;
  const gathered = sql<CountedRow>`(with
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
        select ${columns} from messages where channel_id = first.channel_id and id = first.id limit 1
      ) as of_first
    ) as message on true)`;
  return db.sql().selectFrom(gathered.as("gathered")).selectAll().orderBy("id", order);
}

interface ScanOptions extends TextSearch {
  readonly channelIds: readonly string[];
  /** How many messages are read, whether they match or not: the first of each channel. */
  readonly maxScanned: number;
}

/**
 * The first matches among the messages of some channels in a range, with the number of these and the last one. With a
 * limit of its own for each channel, PostgreSQL reads each by its key, and not by the word index.
 */
export function selectByScan(db: Reader, { match, search, channelIds, maxScanned: max }: ScanOptions) {
  const { before = highest, after = lowest, limit } = search;
  const order = sql.raw(search.order);
  const scanned = sql<CountedRow>`(with
    scanned as materialized (
      select of_channel.* from json_array_elements_text(${JSON.stringify(channelIds)}::text::json) as listed
      cross join lateral (
        select ${columns}, words @@ ${match}::tsquery as matches from messages
        where channel_id = listed.value and id > ${after} and id < ${before} order by id ${order} limit ${max}
      ) as of_channel limit ${max}
    )
    select message.*, total.count as total, total.last
    from (select count(*), ${sql.raw(search.order === "desc" ? "min" : "max")}(id) as last from scanned) as total
    left join (select ${columns} from scanned where matches order by id ${order} limit ${limit}) as message on true)`;
  return db.sql().selectFrom(scanned.as("scanned")).selectAll().orderBy("id", search.order);
}

/** A scan of many channels begins with about the time in which this many of them had their last messages. */
const channelsFirst = 5;
const [minFirstMs, maxFirstMs] = [60_000, 3_600_000];
/** How many messages a scan of one channel reads first. */
const scannedFirst = 100;
/** So many messages tell how frequent words are, and how many messages were sent at the time. */
const minScanned = 20;
const maxGrowth = 9;
/** A scan of one channel, and of many, does not read more messages than this, nor a query. */
const [maxScannedOfOne, maxScanned] = [1_500, 5_000];

/**
 * Scans channels in growing sections, each with one query: so many messages of one channel, or all messages of many in
 * a stretch of time. Undefined if the words seem too rare to find enough, unless the scan is patient.
 */
async function scanInSections(
  db: Reader,
  channels: readonly Channel[],
  { match, search, isPatient }: TextSearch & { readonly isPatient: boolean },
): Promise<MessageRow[] | undefined> {
  const { order, limit, after = lowest, before = highest } = search;
  const isOne = channels.length === 1;
  const isDescending = order === "desc";
  const ends = isOne ? channels.map(({ _id: id }) => ({ id, time: undefined })) : channels.flatMap(endOf);
  if (ends.length === 0) return [];
  const times = ends.flatMap(({ time }) => time ?? []).sort((a, b) => b - a);
  const newest = Math.min(times[0] ?? db.services.clock.now(), timeUpTo(before));
  const start = isDescending || isOne ? newest : await findFirstTime(db, ends, after);
  const rows: MessageRow[] = [];
  let scanned = 0;
  let length = Math.min(Math.max(newest - (times[channelsFirst - 1] ?? 0), minFirstMs), maxFirstMs);
  let size = isOne ? scannedFirst : maxScanned;
  for (let rest: Pick<ChronologicalSearch, "before" | "after"> = search; ; ) {
    const end = isDescending ? start - length : start + length;
    const isLast = isOne || (isDescending ? end <= 0 || idsFrom(end) <= after : end > newest);
    const border = isLast ? undefined : idsFrom(end);
    const section = !border ? rest : isDescending ? { ...rest, after: border } : { ...rest, before: border };
    const active = border && isDescending ? ends.filter(({ time = end }) => time >= end) : ends;
    const channelIds = active.map(({ id }) => id);
    const part = { ...section, order, limit: limit - rows.length };
    const found = await read(selectByScan(db, { match, search: part, channelIds, maxScanned: size }));
    const isCut = found.total === size;
    if (isCut && !isOne) return undefined;
    rows.push(...found.rows);
    if (rows.length === limit || (isLast && !isCut)) return rows;
    const near = border ?? found.last;
    rest = isDescending ? { ...rest, before: near } : { ...rest, after: near };
    scanned += found.total;
    const needed = (((limit - rows.length) * scanned) / rows.length) * 1.1;
    if (scanned < minScanned) length *= maxGrowth;
    else {
      if (!isPatient && scanned + needed > (isOne ? maxScannedOfOne : maxScanned)) return undefined;
      // A few messages do not tell the share well enough to read many.
      const growth = Math.min(needed / scanned, maxGrowth);
      length += Math.ceil(length * growth);
      if (isOne) size = Math.min(Math.ceil(scanned * growth), maxScanned);
    }
  }
}

/** The time of the first message after an id in any of the channels; infinite if there is none. */
async function findFirstTime(db: Reader, channels: readonly ChannelEnd[], after: string): Promise<number> {
  const list = JSON.stringify(channels.map(({ id }) => id));
  const first = sql<{ id: string | null }>`(
    select min(one.id) as id from json_array_elements_text(${list}::text::json) as listed cross join lateral (
      select id from messages where channel_id = listed.value and id > ${after} order by id limit 1
    ) as one)`;
  const { id } = await db.sql().selectFrom(first.as("first")).select("id").executeTakeFirstOrThrow();
  return id === null ? Number.POSITIVE_INFINITY : timeOfId(id) || 0;
}

interface ChannelEnd {
  readonly id: string;
  /** No message was sent after this; unknown for saved messages, and if the last id is none of ours. */
  readonly time: number | undefined;
}

/** Nothing if the channel has no messages. */
function endOf(channel: Channel): ChannelEnd[] {
  if (channel.channel_type === "SavedMessages") return [{ id: channel._id, time: undefined }];
  const { _id: id, last_message_id: last } = channel;
  if (last === undefined) return [];
  const time = timeOfId(last);
  return [{ id, time: Number.isNaN(time) ? undefined : time }];
}
