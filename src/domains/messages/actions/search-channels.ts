import type { Reader } from "../../../declare/tx.ts";
import type { Channel } from "../../channels/index.ts";
import type { ChannelsSearch } from "../draft-model.ts";
import { sortByRelevance } from "../rules/relevance.ts";
import { type ChronologicalSearch, chronological, readSearch } from "../rules/search.ts";
import { filterOf, type MessageFilter, wordFilter } from "../rules/search-filter.ts";
import { listWrittenChannels } from "../store/authored-messages.ts";
import { selectPinnedAmong } from "../store/history.ts";
import { type FoundPage, scanChannels } from "../store/scan-channels.ts";
import { searchInPostgres } from "../store/search-postgres.ts";
import { searchInSqlite } from "../store/search-sqlite.ts";
import type { MessageRow } from "../tables.ts";

/** Messages that one call reads at most to filter them; the next call goes on from there. */
const maxFiltered = 5_000;
const filteredAtOnce = 200;

/** Finds messages of many channels by their text, by what they contain, or both. */
export async function searchChannels(
  db: Reader,
  channels: readonly Channel[],
  { query, pinned, author, has, ...options }: ChannelsSearch,
): Promise<FoundPage> {
  const search = readSearch(query ?? "", options);
  const { words, limit } = search;
  // Clients expect an empty result for messages that are not pinned, as in one channel.
  if (pinned === false || (query !== undefined && words.any.length === 0)) return { rows: [] };
  const searched = author === undefined ? channels : await onlyWritten(db, channels, author);
  const filter = filterOf({ author, has });
  const range = chronological(search);
  if (pinned) {
    const ids = searched.map(({ _id }) => _id);
    const holdsWords = query === undefined ? () => true : wordFilter(words);
    const accepts = (row: MessageRow) => holdsWords(row) && (filter?.(row) ?? true);
    return filterPages({ ...range, limit }, accepts, async (part) =>
      pageOf(await selectPinnedAmong(db, ids, part).execute(), part),
    );
  }
  if (query === undefined) {
    const accepts = filter ?? (() => true);
    return scanChannels(db, searched, { range: { ...range, limit }, accepts, maxRead: maxFiltered });
  }
  const find = (part: ChronologicalSearch) => findByWords(db, searched, part);
  if (search.order !== "relevance") return filter ? filterPages(range, filter, find) : find(range);
  const { rows } = await find(range);
  return { rows: sortByRelevance(filter ? rows.filter(filter) : rows, words.any, limit) };
}

async function onlyWritten(db: Reader, channels: readonly Channel[], author: string): Promise<Channel[]> {
  const written = new Set(await listWrittenChannels(db, author));
  return channels.filter(({ _id }) => written.has(_id));
}

async function findByWords(
  db: Reader,
  channels: readonly Channel[],
  range: ChronologicalSearch,
): Promise<FoundPage> {
  if (db.dialect === "sqlite")
    return pageOf(
      await searchInSqlite({ db, channelIds: channels.map(({ _id }) => _id), search: range }),
      range,
    );
  const rows = await searchInPostgres(db, channels, range);
  if (rows) return pageOf(rows, range);
  return scanChannels(db, channels, { range, accepts: wordFilter(range.words), maxRead: maxFiltered });
}

function pageOf(rows: MessageRow[], { limit }: ChronologicalSearch): FoundPage {
  return { rows, next: rows.length === limit ? rows.at(-1)?.id : undefined };
}

/** Reads pages until enough messages are accepted. */
async function filterPages(
  range: ChronologicalSearch,
  accepts: MessageFilter,
  find: (part: ChronologicalSearch) => Promise<FoundPage>,
): Promise<FoundPage> {
  const rows: MessageRow[] = [];
  let part: ChronologicalSearch = { ...range, limit: filteredAtOnce };
  for (let read = 0; ; read += filteredAtOnce) {
    const page = await find(part);
    for (const row of page.rows) {
      if (!accepts(row)) continue;
      rows.push(row);
      if (rows.length === range.limit) return { rows, next: row.id };
    }
    const { next } = page;
    if (next === undefined || read >= maxFiltered) return { rows, next };
    part = range.order === "desc" ? { ...part, before: next } : { ...part, after: next };
  }
}
