import { type Kysely, sql } from "kysely";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { idsFrom } from "../../../platform/ids/ids.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { ChronologicalSearch } from "../rules/search.ts";
import { firstSearchIdAt, lastSearchIdAt, searchId, timeOfSearchId } from "../rules/search-index.ts";
import { toFts5 } from "../rules/search-query.ts";
import { type SearchSpan, spanBetween } from "../rules/search-span.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

/** A message in FTS5, which knows messages by search id only. */
interface IndexedMessage {
  readonly search_id: number;
  readonly channel_id: string;
}

interface WordTables {
  message_words: { rowid: number };
  indexed_messages: IndexedMessage;
}

/** The first matches of a span, in the order of the search. */
type FindMatches = (span: SearchSpan, limit: number) => Promise<readonly IndexedMessage[]>;

interface SqliteSearch {
  readonly db: Reader;
  readonly channelIds: readonly string[];
  readonly search: ChronologicalSearch;
}

/** The time for each match grows with the channels of a query. */
const maxChannelsAtOnce = 200;

/** Searches with FTS5 in any number of channels. */
export async function searchInSqlite(options: SqliteSearch): Promise<MessageRow[]> {
  const { db, channelIds, search } = options;
  const words = toFts5(search.words);
  if (words === undefined) return [];
  const span = spanBetween(search.after, search.before);
  const { found, rest } =
    channelIds.length > 1
      ? await readMatches(options, matchesIn(db, `content:(${words})`, search), span)
      : { found: [], rest: span };
  if (!rest) return found;
  for (let at = 0; at < channelIds.length; at += maxChannelsAtOnce) {
    const some = channelIds.slice(at, at + maxChannelsAtOnce);
    const channels = some.map((id) => `"${id.replaceAll('"', '""')}"`).join(" OR ");
    const find = matchesIn(db, `channel:(${channels}) AND content:(${words})`, search, some);
    found.push(...(await readMatches(options, find, rest)).found);
  }
  return inOrder(found, search.order).slice(0, search.limit);
}

function inOrder(rows: MessageRow[], order: "asc" | "desc"): MessageRow[] {
  return rows.sort((a, b) => (a.id < b.id === (order === "asc") ? -1 : 1));
}

function matchesInOrder(order: "asc" | "desc") {
  const matches = (db: Kysely<WordTables>, match: string, first: number, last: number) =>
    db
      .selectFrom("message_words")
      .where(sql<boolean>`message_words match ${match}`)
      .where(({ between }) => between("message_words.rowid", first, last))
      .orderBy("message_words.rowid", order);
  return {
    ids: prepare((db: Kysely<WordTables>, match: string, first: number, last: number, limit: number) =>
      matches(db, match, first, last).select("rowid as search_id").limit(limit),
    ),
    withChannels: prepare(
      (db: Kysely<WordTables>, match: string, first: number, last: number, limit: number) =>
        matches(db, match, first, last)
          // SQLite keeps the order of a cross join, and reads no more matches than it returns.
          .crossJoin("indexed_messages")
          .whereRef("search_id", "=", "message_words.rowid")
          .select(["search_id", "channel_id"])
          .limit(limit),
    ),
  };
}

export const wordMatches = { asc: matchesInOrder("asc"), desc: matchesInOrder("desc") };

/** `channelIds`: the only channels that match, if that is known. */
function matchesIn(
  db: Reader,
  match: string,
  { order }: ChronologicalSearch,
  channelIds: readonly string[] = [],
): FindMatches {
  const { ids, withChannels } = wordMatches[order];
  const [channel_id = "", ...others] = channelIds;
  return async ({ first, last }, limit) =>
    channel_id === "" || others.length > 0
      ? db.all(withChannels, match, first, last, limit)
      : (await db.all(ids, match, first, last, limit)).map(({ search_id }) => ({ search_id, channel_id }));
}

/** To match in many channels at once takes about as many times as long as to skip a match of another channel. */
const maxSkippedForEach = 100;
const maxMatchesAtOnce = 2_000;
/** Matches beyond those that are wanted, which usually show that the last wanted one is alone in its millisecond. */
const spareMatches = 4;

/**
 * Reads the matches in the channels until there are enough. The rest is what it has not read: nearly all matches are in
 * other channels.
 */
async function readMatches(
  { db, channelIds, search }: SqliteSearch,
  find: FindMatches,
  span: SearchSpan,
): Promise<{ found: MessageRow[]; rest: SearchSpan | undefined }> {
  const { before, after, order, limit } = search;
  const task = db.services.scheduler.start();
  const channels = new Set(channelIds);
  const maxSkipped = Math.min(channels.size, maxSkippedForEach);
  const found: MessageRow[] = [];
  let rest = span;
  for (let size = limit + spareMatches; ; ) {
    const matches = await findWholeMilliseconds(find, rest, { order, size });
    const inChannels = matches.all.filter(({ channel_id }) => channels.has(channel_id));
    const rows = inOrder(await readMessages(db, inChannels), order);
    // Some are outside of the range, or were deleted just now.
    for (const row of rows) if (!(before && row.id >= before) && !(after && row.id <= after)) found.push(row);
    if (found.length >= limit || !matches.rest) return { found: found.slice(0, limit), rest: undefined };
    rest = matches.rest;
    if (inChannels.length * maxSkipped < matches.all.length) return { found, rest };
    size = Math.min(maxMatchesAtOnce, 2 * size);
    await task.pause();
  }
}

interface Matches {
  readonly all: readonly IndexedMessage[];
  /** Where the next ones are; undefined if these are all. */
  readonly rest: SearchSpan | undefined;
}

/** Finds whole milliseconds, because search ids of one millisecond do not tell the order of its messages. */
async function findWholeMilliseconds(
  find: FindMatches,
  { first, last }: SearchSpan,
  { order, size }: { order: "asc" | "desc"; size: number },
): Promise<Matches> {
  const all = await find({ first, last }, size);
  const end = all[size - 1];
  if (!end) return { all, rest: undefined };
  const time = timeOfSearchId(end.search_id);
  const earlier = all.filter(({ search_id }) => timeOfSearchId(search_id) !== time);
  const isAscending = order === "asc";
  if (earlier.length > 0) {
    const rest = isAscending ? { first: firstSearchIdAt(time), last } : { first, last: lastSearchIdAt(time) };
    return { all: earlier, rest };
  }
  const ofTime = await find(
    { first: firstSearchIdAt(time), last: lastSearchIdAt(time) },
    Number.MAX_SAFE_INTEGER,
  );
  const rest = isAscending
    ? { first: firstSearchIdAt(time + 1), last }
    : { first, last: lastSearchIdAt(time - 1) };
  return { all: ofTime, rest };
}

async function readMessages(db: Reader, indexed: readonly IndexedMessage[]): Promise<MessageRow[]> {
  const rows = await db.all(sentAt, timesOf(indexed));
  const matched = new Set(indexed.map(({ search_id, channel_id }) => `${search_id} ${channel_id}`));
  return rows.filter(({ channel_id, id }) => matched.has(`${searchId(id)} ${channel_id}`));
}

/** The length of what `idsFrom` returns. */
const timeDigits = 10;

/** A list of the milliseconds of messages, each with their channel, as JSON. */
export function timesOf(indexed: readonly IndexedMessage[]): string {
  const times = indexed.map(({ search_id, channel_id }) => idsFrom(timeOfSearchId(search_id)) + channel_id);
  return JSON.stringify([...new Set(times)]);
}

/** The messages that were sent in some milliseconds, each in a channel. */
export const sentAt = prepare((db: Kysely<MessagesTables>, times: string) => {
  const listed = sql<{ time: string; channel: string }>`(
    select substr(value, 1, ${sql.lit(timeDigits)}) as time, substr(value, ${sql.lit(timeDigits + 1)}) as channel
    from json_each(${times})
  )`;
  return (
    db
      .selectFrom(listed.as("times"))
      // SQLite keeps the order of a cross join; with any other join it scans the whole channel.
      .crossJoin("messages")
      .select(messageColumns.map((column) => `messages.${column}` as const))
      .whereRef("channel_id", "=", "times.channel")
      .whereRef("messages.id", ">", "times.time")
      .where("messages.id", "<", sql<string>`times.time || '~'`)
  );
});
