import { type RawBuilder, sql } from "kysely";
import { encodeTime } from "ulid";
import type { Reader } from "../../../declare/tx.ts";
import { messageColumns } from "../rules/message-view.ts";
import { mostRanked, type Search } from "../rules/search.ts";
import { firstNumberAt, lastNumberAt, searchId, timeOfSearchId } from "../rules/search-id.ts";
import { toFts5 } from "../rules/search-query.ts";
import { type SearchSpan, spanBetween } from "../rules/search-span.ts";
import type { MessageRow, MessagesTables } from "../tables.ts";

/**
 * By FTS5, which knows messages by number alone. A few at a time, until there are enough: some of those whose numbers
 * are found lie outside of what is looked for, or have just gone.
 */
export async function searchInSqlite(db: Reader, channelId: string, search: Search): Promise<MessageRow[]> {
  const words = toFts5(search.words);
  if (words === undefined) return [];
  const match = `channel:"${channelId.replaceAll('"', '""')}" AND content:(${words})`;
  const { before, after, order, limit } = search;
  const numbers = order === "relevance" ? byRelevance(db, match, search) : byTime(db, match, search);
  const found = new Map<string, MessageRow>();
  for await (const some of numbers) {
    const rows = await readNumbered(db, channelId, some);
    if (order === "desc") rows.sort((a, b) => (a.id < b.id ? 1 : -1));
    if (order === "asc") rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const row of rows)
      if (!(before && row.id >= before) && !(after && row.id <= after)) found.set(row.id, row);
    if (found.size >= limit) break;
  }
  return [...found.values()].slice(0, limit);
}

/** The best first; of two that are as good, the newer. */
async function* byRelevance(
  db: Reader,
  match: string,
  { after, before, limit }: Search,
): AsyncGenerator<number[]> {
  const span = spanBetween(after, before);
  for (let offset = 0; ; offset += limit) {
    // The channel is no reason to prefer one message to another, so it weighs nothing.
    const numbers = await listNumbers(
      db,
      sql`select number from (
        select rowid as number, bm25(message_words, 0, 1) as score from message_words
        where ${within(match, span)} order by rowid desc limit ${mostRanked}
      ) order by score, number desc limit ${limit} offset ${offset}`,
    );
    yield numbers;
    if (numbers.length < limit) return;
  }
}

/** Whole milliseconds only: the numbers of one do not say which message in it was the first. */
async function* byTime(
  db: Reader,
  match: string,
  { after, before, order, limit }: Search,
): AsyncGenerator<number[]> {
  const direction = sql.raw(order === "asc" ? "asc" : "desc");
  let { first, last } = spanBetween(after, before);
  for (;;) {
    const chosen = sql`select rowid as number from message_words where ${within(match, { first, last })}`;
    const [end] = await listNumbers(
      db,
      sql`${chosen} order by rowid ${direction} limit 1 offset ${limit - 1}`,
    );
    if (end === undefined) return yield listNumbers(db, chosen);
    const time = timeOfSearchId(end);
    const part = order === "asc" ? { first, last: lastNumberAt(time) } : { first: firstNumberAt(time), last };
    yield listNumbers(db, sql`select rowid as number from message_words where ${within(match, part)}`);
    if (order === "asc") first = firstNumberAt(time + 1);
    else last = lastNumberAt(time - 1);
  }
}

function within(match: string, { first, last }: SearchSpan): RawBuilder<unknown> {
  return sql`message_words match ${match} and rowid between ${first} and ${last}`;
}

async function listNumbers(db: Reader, query: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await (query as RawBuilder<{ number: number }>).execute(db.sql());
  return rows.map(({ number }) => number);
}

/** The messages of a channel that have these numbers, in the same order. */
async function readNumbered(
  db: Reader,
  channelId: string,
  numbers: readonly number[],
): Promise<MessageRow[]> {
  const rows = await selectMadeWith(db, channelId, numbers).execute();
  const byNumber = new Map(rows.map((row) => [searchId(row.id), row]));
  return numbers.flatMap((number) => byNumber.get(number) ?? []);
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
