import { sql } from "kysely";
import { encodeTime } from "ulid";
import type { Reader } from "../../../store/tx.ts";
import { messageColumns } from "../rules/message-view.ts";
import type { ChronologicalSearch } from "../rules/search.ts";
import { firstSearchIdAt, lastSearchIdAt, searchId, timeOfSearchId } from "../rules/search-id.ts";
import { toFts5 } from "../rules/search-query.ts";
import { type SearchSpan, spanBetween } from "../rules/search-span.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

/**
 * By FTS5, which knows messages by number alone. A few at a time, until there are enough: some of those whose numbers
 * are found lie outside of what is looked for, or have just gone.
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
  for await (const numbers of listInTime(db, match, search)) {
    const rows = await readNumbered(db, channelId, numbers);
    rows.sort((a, b) => (a.id < b.id === (order === "asc") ? -1 : 1));
    for (const row of rows) if (!(before && row.id >= before) && !(after && row.id <= after)) found.push(row);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** Whole milliseconds only: the numbers of one do not say which message in it was the first. */
async function* listInTime(
  db: Reader,
  match: string,
  { after, before, order, limit }: ChronologicalSearch,
): AsyncGenerator<number[]> {
  let { first, last } = spanBetween(after, before);
  for (;;) {
    const found = await selectNumbers(db, match, { first, last })
      .orderBy("rowid", order)
      .limit(limit)
      .execute();
    const numbers = found.map(({ number }) => number);
    const end = numbers[limit - 1];
    if (end === undefined) return yield numbers;
    const time = timeOfSearchId(end);
    const others =
      order === "asc"
        ? { first: end + 1, last: lastSearchIdAt(time) }
        : { first: firstSearchIdAt(time), last: end - 1 };
    const rest = await selectNumbers(db, match, others).execute();
    yield [...numbers, ...rest.map(({ number }) => number)];
    if (order === "asc") first = firstSearchIdAt(time + 1);
    else last = lastSearchIdAt(time - 1);
  }
}

function selectNumbers(db: Reader, match: string, { first, last }: SearchSpan) {
  return db
    .sql<{ message_words: { rowid: number } }>()
    .selectFrom("message_words")
    .select("rowid as number")
    .where(sql<boolean>`message_words match ${match}`)
    .where(({ between }) => between("rowid", first, last));
}

async function readNumbered(
  db: Reader,
  channelId: string,
  numbers: readonly number[],
): Promise<MessageRow[]> {
  const rows = await selectMadeWith(db, channelId, numbers).execute();
  const wanted = new Set(numbers);
  return rows.filter(({ id }) => wanted.has(searchId(id)));
}

/** The messages of a channel that were made in the milliseconds of these numbers. */
export function selectMadeWith(db: Reader, channelId: string, numbers: readonly number[]) {
  const beginnings = new Set(numbers.map((number) => encodeTime(timeOfSearchId(number), 10)));
  const times = sql<{ value: string }>`json_each(${JSON.stringify([...beginnings])})`;
  return (
    db
      .sql<MessagesTables>()
      .selectFrom(times.as("times"))
      // SQLite takes a cross join as it is written: any other, and it goes through the whole channel.
      .crossJoin("messages")
      .select(messageColumns.map((column) => `messages.${column}` as const))
      .where("channel_id", "=", channelId)
      .whereRef("messages.id", ">", "times.value")
      .where("messages.id", "<", sql<string>`times.value || '~'`)
  );
}
