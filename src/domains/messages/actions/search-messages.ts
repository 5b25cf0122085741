import type { Reader } from "../../../declare/tx.ts";
import type { MessageSearch } from "../draft-model.ts";
import { sortByRelevance, sortByScore } from "../rules/relevance.ts";
import { type ChronologicalSearch, maxRanked, readSearch, type Search } from "../rules/search.ts";
import { selectPinned, selectRange } from "../store/history.ts";
import { findScanned, scanInSqlite } from "../store/scan-sqlite.ts";
import { searchInPostgres } from "../store/search-postgres.ts";
import { searchInSqlite } from "../store/search-sqlite.ts";
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
  const find = (range: ChronologicalSearch) =>
    db.dialect === "sqlite" ? searchInSqlite(db, [channelId], range) : searchInPostgres(db, channelId, range);
  const { order, words, limit } = search;
  if (order !== "relevance") return find({ ...search, order });
  const scanned = db.dialect === "sqlite" ? await scanInSqlite(db, channelId, search) : undefined;
  if (scanned) return findScanned(db, channelId, sortByScore(scanned).slice(0, limit));
  const newest = await find({ ...search, order: "desc", limit: maxRanked });
  return sortByRelevance(newest, words.any).slice(0, limit);
}
