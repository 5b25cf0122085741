import type { MessageSearch } from "../draft-model.ts";
import { readSearchQuery, type SearchQuery } from "./search-query.ts";
import { searchWords } from "./search-words.ts";

/** Which messages of a channel are to be found by what they say; words are as they are compared. */
export interface Search {
  readonly words: SearchQuery;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly order: "relevance" | "asc" | "desc";
  readonly limit: number;
}

/** Of so many, the newest that match, it is worked out how well they do: a word may be in every message. */
export const mostRanked = 10_000;

const orders = { Relevance: "relevance", Latest: "desc", Oldest: "asc" } as const;
const usualLimit = 50;

export function readSearch(query: string, body: Omit<MessageSearch, "query">): Search {
  const { before, after, sort = "Relevance", limit = usualLimit } = body;
  const { any, none } = readSearchQuery(query);
  const words = { any: any.flatMap(compared), none: none.flatMap(compared) };
  return { words, before, after, order: orders[sort], limit };
}

function compared(entry: string): string[] {
  const words = searchWords(entry);
  return words.length === 0 ? [] : [words.join(" ")];
}
