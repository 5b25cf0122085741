import { type Kysely, sql } from "kysely";
import { encodeTime } from "ulid";
import type { Reader } from "../../../declare/tx.ts";
import { prepare } from "../../../platform/database/prepared.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { ChronologicalSearch } from "../rules/search.ts";
import { firstSearchIdAt, lastSearchIdAt, searchId, timeOfSearchId } from "../rules/search-index.ts";
import { toFts5 } from "../rules/search-query.ts";
import { type SearchSpan, spanBetween } from "../rules/search-span.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

/** The time for each match grows with the channels of a query. */
const maxChannelsAtOnce = 200;

/** Searches with FTS5 in any number of channels. */
export async function searchInSqlite(
  db: Reader,
  channelIds: readonly string[],
  search: ChronologicalSearch,
): Promise<MessageRow[]> {
  const words = toFts5(search.words);
  if (words === undefined) return [];
  const found: MessageRow[] = [];
  for (let at = 0; at < channelIds.length; at += maxChannelsAtOnce)
    found.push(...(await searchTogether(db, channelIds.slice(at, at + maxChannelsAtOnce), words, search)));
  return inOrder(found, search.order).slice(0, search.limit);
}

function inOrder(rows: MessageRow[], order: "asc" | "desc"): MessageRow[] {
  return rows.sort((a, b) => (a.id < b.id === (order === "asc") ? -1 : 1));
}

/**
 * FTS5 knows messages by search id only. Reads batches until there are enough messages: some matches are outside of the
 * range, or were deleted just now.
 */
async function searchTogether(
  db: Reader,
  channelIds: readonly string[],
  words: string,
  search: ChronologicalSearch,
): Promise<MessageRow[]> {
  const channels = channelIds.map((id) => `"${id.replaceAll('"', '""')}"`).join(" OR ");
  const match = `channel:(${channels}) AND content:(${words})`;
  const { before, after, order, limit } = search;
  const found: MessageRow[] = [];
  for await (const searchIds of listSearchIds(db, match, search)) {
    const rows = inOrder(await findBySearchIds(db, channelIds, searchIds), order);
    for (const row of rows) if (!(before && row.id >= before) && !(after && row.id <= after)) found.push(row);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Yields whole milliseconds, because search ids of one millisecond do not tell the order of its messages. */
async function* listSearchIds(
  db: Reader,
  match: string,
  { after, before, order, limit }: ChronologicalSearch,
): AsyncGenerator<number[]> {
  let { first, last } = spanBetween(after, before);
  for (;;) {
    const found = await selectMatches(db, match, { first, last })
      .orderBy("rowid", order)
      .limit(limit)
      .execute();
    const ids = found.map(({ id }) => id);
    const end = ids[limit - 1];
    if (end === undefined) return yield ids;
    const time = timeOfSearchId(end);
    const others =
      order === "asc"
        ? { first: end + 1, last: lastSearchIdAt(time) }
        : { first: firstSearchIdAt(time), last: end - 1 };
    const rest = await selectMatches(db, match, others).execute();
    yield [...ids, ...rest.map(({ id }) => id)];
    if (order === "asc") first = firstSearchIdAt(time + 1);
    else last = lastSearchIdAt(time - 1);
  }
}

function selectMatches(db: Reader, match: string, { first, last }: SearchSpan) {
  return db
    .sql<{ message_words: { rowid: number } }>()
    .selectFrom("message_words")
    .select("rowid as id")
    .where(sql<boolean>`message_words match ${match}`)
    .where(({ between }) => between("rowid", first, last));
}

async function findBySearchIds(
  db: Reader,
  channelIds: readonly string[],
  searchIds: readonly number[],
): Promise<MessageRow[]> {
  const [channelId = "", ...others] = channelIds;
  const indexed =
    others.length === 0
      ? searchIds.map((search_id) => ({ search_id, channel_id: channelId }))
      : await db.all(indexedAmong, JSON.stringify(searchIds));
  const rows = await selectSentAt(db, indexed).execute();
  const matched = new Set(indexed.map(({ search_id, channel_id }) => `${channel_id} ${search_id}`));
  return rows.filter(({ channel_id, id }) => matched.has(`${channel_id} ${searchId(id)}`));
}

interface IndexedMessage {
  readonly search_id: number;
  readonly channel_id: string;
}

const indexedAmong = prepare((db: Kysely<{ indexed_messages: IndexedMessage }>, searchIds: string) =>
  db
    .selectFrom("indexed_messages")
    .selectAll()
    .where(sql<boolean>`search_id in (select value from json_each(${searchIds}))`),
);

/** The messages that were sent in the milliseconds of these search ids, in the channels of the same. */
export function selectSentAt(db: Reader, indexed: readonly IndexedMessage[]) {
  const keys = indexed.map(
    ({ search_id, channel_id }) => [channel_id, encodeTime(timeOfSearchId(search_id), 10)] as const,
  );
  const times = [...new Map(keys.map((key) => [key.join(" "), key])).values()];
  const listed = sql<{ channel: string; time: string }>`(
    select value ->> 0 as channel, value ->> 1 as time from json_each(${JSON.stringify(times)})
  )`;
  return (
    db
      .sql<MessagesTables>()
      .selectFrom(listed.as("times"))
      // SQLite keeps the order of a cross join; with any other join it scans the whole channel.
      .crossJoin("messages")
      .select(messageColumns.map((column) => `messages.${column}` as const))
      .whereRef("channel_id", "=", "times.channel")
      .whereRef("messages.id", ">", "times.time")
      .where("messages.id", "<", sql<string>`times.time || '~'`)
  );
}
