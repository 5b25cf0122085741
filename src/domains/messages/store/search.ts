import type { Reader } from "../../../store/tx.ts";
import { sortByRelevance } from "../rules/relevance.ts";
import { maxRanked, type Search } from "../rules/search.ts";
import type { MessageRow } from "../tables.ts";
import { searchInPostgres } from "./search-postgres.ts";
import { searchInSqlite } from "./search-sqlite.ts";

/** Messages of a channel that hold one of some words, and none of others. */
export async function searchMessages(db: Reader, channelId: string, search: Search): Promise<MessageRow[]> {
  const find = db.dialect === "sqlite" ? searchInSqlite : searchInPostgres;
  const { order, words, limit } = search;
  if (order !== "relevance") return find(db, channelId, { ...search, order });
  const newest = await find(db, channelId, { ...search, order: "desc", limit: maxRanked });
  return sortByRelevance(newest, words.any).slice(0, limit);
}
