import type { MessageSearch } from "../draft-model.ts";
import type { SearchQuery } from "./search-index.ts";
import { searchWords } from "./search-index.ts";
import { readSearchQuery } from "./search-query.ts";

/** A search in a channel. The entries of `words` are stems. */
export interface Search {
  readonly words: SearchQuery;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly order: "relevance" | "asc" | "desc";
  readonly limit: number;
}

/** A search by time, which is the only order that the engines produce. */
export type ChronologicalSearch = Search & { readonly order: "asc" | "desc" };

/** Relevance is computed for this many of the newest matches only: a word may be in every message. */
export const maxRanked = 500;

/** What is searched by time: for a ranking, the newest matches. */
export function chronological(search: Search): ChronologicalSearch {
  const { order } = search;
  return order === "relevance" ? { ...search, order: "desc", limit: maxRanked } : { ...search, order };
}

const orders = { Relevance: "relevance", Latest: "desc", Oldest: "asc" } as const;
const defaultLimit = 50;

export function readSearch(query: string, body: Omit<MessageSearch, "query">): Search {
  const { before, after, sort = "Relevance", limit = defaultLimit } = body;
  const { any, none } = readSearchQuery(query);
  return {
    words: { any: stemEntries(any), none: stemEntries(none) },
    before,
    after,
    order: orders[sort],
    limit,
  };
}

/** Stems the entries and drops duplicates: two entries may be forms of one word. */
function stemEntries(entries: readonly string[]): string[] {
  const stems = entries.map((entry) => searchWords(entry).join(" "));
  return [...new Set(stems)].filter((entry) => entry !== "");
}
