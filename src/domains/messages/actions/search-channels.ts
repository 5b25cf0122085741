import type { Reader } from "../../../declare/tx.ts";
import type { Channel } from "../../channels/index.ts";
import type { ChannelsSearch } from "../draft-model.ts";
import { sortByRelevance } from "../rules/relevance.ts";
import { type ChronologicalSearch, maxRanked, readSearch } from "../rules/search.ts";
import { filterOf, type MessageFilter, wordFilter } from "../rules/search-filter.ts";
import { listWrittenChannels } from "../store/authored-messages.ts";
import { selectPinnedAmong } from "../store/history.ts";
import { type FoundPage, scanChannels } from "../store/scan-channels.ts";
import { gatherInPostgres } from "../store/search-postgres.ts";
import { searchInSqlite } from "../store/search-sqlite.ts";
import type { MessageRow } from "../tables.ts";

/** Messages that one call reads at most to filter them; the next call goes on from there. */
const maxFiltered = 5_000;
const filteredAtOnce = 200;
/** Messages of all channels that PostgreSQL reads first: frequent words have enough matches among them. */
const maxScannedFirst = 1_000;
/** The share of them from which a word is frequent: the word index would have more matches than it can sort. */
const frequentShare = 0.1;

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
  const range = { ...search, order: search.order === "asc" ? "asc" : "desc" } as const;
  const holdsWords = query === undefined ? () => true : wordFilter(words);
  if (pinned) {
    const ids = searched.map(({ _id }) => _id);
    const accepts = (row: MessageRow) => holdsWords(row) && (filter?.(row) ?? true);
    return filterPages(range, accepts, async (part) =>
      pageOf(await selectPinnedAmong(db, ids, part).execute(), part),
    );
  }
  if (query === undefined)
    return scanChannels(db, searched, { range, accepts: filter ?? (() => true), maxRead: maxFiltered });
  const find = (part: ChronologicalSearch) => findByWords(db, searched, part, holdsWords);
  if (search.order !== "relevance") return filter ? filterPages(range, filter, find) : find(range);
  const { rows: newest } = await find({ ...range, limit: maxRanked });
  const ranked = sortByRelevance(filter ? newest.filter(filter) : newest, words.any);
  return { rows: ranked.slice(0, limit) };
}

async function onlyWritten(db: Reader, channels: readonly Channel[], author: string): Promise<Channel[]> {
  const written = new Set(await listWrittenChannels(db, author));
  return channels.filter(({ _id }) => written.has(_id));
}

async function findByWords(
  db: Reader,
  channels: readonly Channel[],
  range: ChronologicalSearch,
  accepts: MessageFilter,
): Promise<FoundPage> {
  const ids = channels.map(({ _id }) => _id);
  if (db.dialect === "sqlite") return pageOf(await searchInSqlite(db, ids, range), range);
  let [read, matching] = [0, 0];
  const countMatches = (row: MessageRow) => {
    const isMatch = accepts(row);
    read += 1;
    if (isMatch) matching += 1;
    return isMatch;
  };
  const isDone = ({ rows, next }: FoundPage) => rows.length === range.limit || next === undefined;
  const scanned = await scanChannels(db, channels, {
    range,
    accepts: countMatches,
    maxRead: maxScannedFirst,
  });
  if (isDone(scanned)) return scanned;
  // With many active channels, a short scan does not get past the recent messages of the first ones.
  const scanLonger = () => scanChannels(db, channels, { range, accepts, maxRead: maxFiltered });
  const longer = matching >= read * frequentShare ? await scanLonger() : undefined;
  if (longer && isDone(longer)) return longer;
  const gathered = await gatherInPostgres(db, ids, range);
  return gathered ? pageOf(gathered, range) : (longer ?? scanLonger());
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
