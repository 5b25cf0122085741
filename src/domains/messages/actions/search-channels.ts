import type { Reader } from "../../../declare/tx.ts";
import type { Channel } from "../../channels/index.ts";
import type { ChannelsSearch } from "../draft-model.ts";
import { sortByRelevance, sortByScore } from "../rules/relevance.ts";
import { type ChronologicalSearch, maxRanked, readSearch } from "../rules/search.ts";
import { filterOf, type MessageFilter, wordFilter } from "../rules/search-filter.ts";
import { listWrittenChannels } from "../store/authored-messages.ts";
import { findMessages } from "../store/found-messages.ts";
import { selectPinnedAmong } from "../store/history.ts";
import { type FoundPage, scanChannels } from "../store/scan-channels.ts";
import { scanTextsOfChannels } from "../store/scan-texts-of-channels.ts";
import { gatherInPostgres } from "../store/search-postgres.ts";
import { searchInSqlite, sentAt } from "../store/search-sqlite.ts";
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
  const isRanked = search.order === "relevance";
  const newest = isRanked ? { ...range, limit: maxRanked } : range;
  const isScanned = !filter && range.order === "desc" && range.before === undefined;
  const scan = isScanned ? await scanTextsOfChannels(db, searched, newest) : undefined;
  if (scan?.found) {
    const texts = isRanked ? sortByScore(scan.found, limit) : scan.found.map(({ message }) => message);
    const next = !isRanked && texts.length === limit ? texts.at(-1)?.id : undefined;
    return { rows: await findMessages(db, texts), next };
  }
  const find = (part: ChronologicalSearch) => findByWords(db, searched, part, holdsWords, scan?.share);
  if (!isRanked) return filter ? filterPages(range, filter, find) : find(range);
  if (db.dialect === "sqlite" && !filter) {
    const channelIds = searched.map(({ _id }) => _id);
    const texts = await searchInSqlite({ db, channelIds, search: newest, messages: sentAt.texts });
    return { rows: await findMessages(db, sortByRelevance(texts, words.any, limit)) };
  }
  const { rows } = await find(newest);
  return { rows: sortByRelevance(filter ? rows.filter(filter) : rows, words.any, limit) };
}

async function onlyWritten(db: Reader, channels: readonly Channel[], author: string): Promise<Channel[]> {
  const written = new Set(await listWrittenChannels(db, author));
  return channels.filter(({ _id }) => written.has(_id));
}

/** `share`: that of the matches among the newest messages, if these were read. */
async function findByWords(
  db: Reader,
  channels: readonly Channel[],
  range: ChronologicalSearch,
  accepts: MessageFilter,
  share?: number,
): Promise<FoundPage> {
  const ids = channels.map(({ _id }) => _id);
  if (db.dialect === "sqlite") {
    const rows = await searchInSqlite({ db, channelIds: ids, search: range, messages: sentAt.rows });
    return pageOf(rows, range);
  }
  let [read, matching] = [0, 0];
  const countMatches = (row: MessageRow) => {
    const isMatch = accepts(row);
    read += 1;
    if (isMatch) matching += 1;
    return isMatch;
  };
  const isDone = ({ rows, next }: FoundPage) => rows.length === range.limit || next === undefined;
  const scan = (counts: MessageFilter, maxRead: number) =>
    scanChannels(db, channels, { range, accepts: counts, maxRead });
  const scanned = share === undefined ? await scan(countMatches, maxScannedFirst) : undefined;
  if (scanned && isDone(scanned)) return scanned;
  // With many active channels, a short scan does not get past the recent messages of the first ones.
  const isFrequent = (share ?? matching / read) >= frequentShare;
  const longer = isFrequent ? await scan(accepts, maxFiltered) : undefined;
  if (longer && isDone(longer)) return longer;
  const gathered = await gatherInPostgres(db, ids, range);
  return gathered ? pageOf(gathered, range) : (longer ?? scan(accepts, maxFiltered));
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
