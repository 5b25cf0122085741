import type { Reader } from "../../../declare/tx.ts";
import type { Channel } from "../../channels/index.ts";
import type { MessageSearch } from "../draft-model.ts";
import { sortByRelevance, sortByScore } from "../rules/relevance.ts";
import { chronological, readSearch, type Search } from "../rules/search.ts";
import { findMessages } from "../store/found-messages.ts";
import { selectPinned, selectRange } from "../store/history.ts";
import { scanTexts } from "../store/scan-texts.ts";
import { searchInPostgres } from "../store/search-postgres.ts";
import { searchInSqlite } from "../store/search-sqlite.ts";
import type { MessageRow } from "../tables.ts";

/** Finds messages of a channel by their text, or else by whether they are pinned. */
export async function searchMessages(
  db: Reader,
  channel: Channel,
  { query, pinned, ...options }: MessageSearch,
): Promise<MessageRow[]> {
  const search = readSearch(query ?? "", options);
  if (query !== undefined) return searchByText(db, channel, search);
  // Clients expect an empty result for messages that are not pinned.
  if (pinned === false) return [];
  const select = pinned ? selectPinned : selectRange;
  return select(db, channel._id, { ...chronological(search), limit: search.limit }).execute();
}

/** Messages that hold one of some words, and none of others. */
export async function searchByText(db: Reader, channel: Channel, search: Search): Promise<MessageRow[]> {
  const { words, limit } = search;
  if (words.any.length === 0) return [];
  const isRanked = search.order === "relevance";
  const range = chronological(search);
  const scanned = db.dialect === "sqlite" ? await scanTexts(db, channel._id, range) : undefined;
  if (scanned)
    return findMessages(db, isRanked ? sortByScore(scanned, limit) : scanned.map(({ message }) => message));
  const rows =
    db.dialect === "sqlite"
      ? await searchInSqlite({ db, channelIds: [channel._id], search: range })
      : ((await searchInPostgres(db, [channel], range)) ?? []);
  return isRanked ? sortByRelevance(rows, words.any, limit) : rows;
}
