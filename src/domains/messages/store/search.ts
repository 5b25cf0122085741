import type { Reader } from "../../../declare/tx.ts";
import type { Search } from "../rules/search.ts";
import type { MessageRow } from "../tables.ts";
import { searchInPostgres } from "./search-postgres.ts";
import { searchInSqlite } from "./search-sqlite.ts";

/** Messages of a channel that hold one of some words, and none of others. */
export async function searchMessages(db: Reader, channelId: string, search: Search): Promise<MessageRow[]> {
  const find = db.dialect === "sqlite" ? searchInSqlite : searchInPostgres;
  return find(db, channelId, search);
}
