import { sql } from "kysely";
import { encodeTime } from "ulid";
import type { Reader } from "../../../declare/tx.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { ChronologicalSearch } from "../rules/search.ts";
import { firstSearchIdAt, lastSearchIdAt, searchId, timeOfSearchId } from "../rules/search-index.ts";
import { toFts5 } from "../rules/search-query.ts";
import { type SearchSpan, spanBetween } from "../rules/search-span.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

/**
 * Searches with FTS5, which knows messages by search id only. Reads batches until there are enough messages: some
 * matches are outside of the range, or were deleted just now.
 */
export async function searchInSqlite(
  db: Reader,
  channelId: string,
  search: ChronologicalSearch,
): Promise<MessageRow[]> {
  const words = toFts5(search.words);
  if (words === undefined) return [];
  const match = `channel:"${channelId.replaceAll('"', '""')}" AND content:(${words})`;
  const { before, after, order, limit } = search;
  const found: MessageRow[] = [];
  for await (const searchIds of listSearchIds(db, match, search)) {
    const rows = await findBySearchIds(db, channelId, searchIds);
    rows.sort((a, b) => (a.id < b.id === (order === "asc") ? -1 : 1));
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
  channelId: string,
  searchIds: readonly number[],
): Promise<MessageRow[]> {
  const rows = await selectSentAt(db, channelId, searchIds).execute();
  const matched = new Set(searchIds);
  return rows.filter(({ id }) => matched.has(searchId(id)));
}

/** The messages of a channel that were sent in the milliseconds of these search ids. */
export function selectSentAt(db: Reader, channelId: string, searchIds: readonly number[]) {
  const prefixes = new Set(searchIds.map((id) => encodeTime(timeOfSearchId(id), 10)));
  const times = sql<{ value: string }>`json_each(${JSON.stringify([...prefixes])})`;
  return (
    db
      .sql<MessagesTables>()
      .selectFrom(times.as("times"))
      // SQLite keeps the order of a cross join; with any other join it scans the whole channel.
      .crossJoin("messages")
      .select(messageColumns.map((column) => `messages.${column}` as const))
      .where("channel_id", "=", channelId)
      .whereRef("messages.id", ">", "times.value")
      .where("messages.id", "<", sql<string>`times.value || '~'`)
  );
}
