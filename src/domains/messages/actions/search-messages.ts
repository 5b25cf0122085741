import type { Reader } from "../../../declare/tx.ts";
import type { MessageSearch } from "../draft-model.ts";
import { sortByRelevance, sortByScore } from "../rules/relevance.ts";
import { maxRanked, readSearch, type Search } from "../rules/search.ts";
import { findMessages } from "../store/found-messages.ts";
import { selectPinned, selectRange } from "../store/history.ts";
import { scanTexts } from "../store/scan-texts.ts";
import { searchInPostgres } from "../store/search-postgres.ts";
import { searchInSqlite, sentAt } from "../store/search-sqlite.ts";
import type { MessageRow } from "../tables.ts";

/** Finds messages of a channel by their text, or else by whether they are pinned. */
export async function searchMessages(
  db: Reader,
  channelId: string,
  { query, pinned, ...options }: MessageSearch,
): Promise<MessageRow[]> {
  const search = readSearch(query ?? "", options);
  if (query !== undefined) return searchByText(db, channelId, search);
  // Clients expect an empty result for messages that are not pinned.
  if (pinned === false) return [];
  const range = { ...search, order: search.order === "asc" ? "asc" : "desc" } as const;
  const select = pinned ? selectPinned : selectRange;
  return select(db, channelId, range).execute();
}

/** Messages that hold one of some words, and none of others. */
export async function searchByText(db: Reader, channelId: string, search: Search): Promise<MessageRow[]> {
  const { order, words, limit } = search;
  const isRanked = order === "relevance";
  const range = isRanked ? ({ ...search, order: "desc", limit: maxRanked } as const) : { ...search, order };
  // PostgreSQL compares the words of a scan itself, which is faster where no text has to be scored.
  const readsTexts = isRanked || db.dialect === "sqlite";
  const scanned = readsTexts ? await scanTexts(db, channelId, range) : undefined;
  if (scanned) {
    const texts = isRanked ? sortByScore(scanned, limit) : scanned.map(({ message }) => message);
    return findMessages(db, texts);
  }
  if (db.dialect === "postgres") {
    const rows = await searchInPostgres(db, channelId, range, isRanked);
    return isRanked ? sortByRelevance(rows, words.any, limit) : rows;
  }
  const options = { db, channelIds: [channelId], search: range };
  if (!isRanked) return searchInSqlite({ ...options, messages: sentAt.rows });
  const texts = await searchInSqlite({ ...options, messages: sentAt.texts });
  return findMessages(db, sortByRelevance(texts, words.any, limit));
}
