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

/** In the order of time: all that the engines know about. */
export type SearchInTime = Search & { readonly order: "asc" | "desc" };

/** Of so many, the newest that match, it is worked out how well they do: a word may be in every message. */
export const mostRanked = 500;

const orders = { Relevance: "relevance", Latest: "desc", Oldest: "asc" } as const;
const usualLimit = 50;

export function readSearch(query: string, body: Omit<MessageSearch, "query">): Search {
  const { before, after, sort = "Relevance", limit = usualLimit } = body;
  const { any, none } = readSearchQuery(query);
  return { words: { any: compared(any), none: compared(none) }, before, after, order: orders[sort], limit };
}

/** Each once: entries may differ in forms of a word alone. */
function compared(entries: readonly string[]): string[] {
  const stems = entries.map((entry) => searchWords(entry).join(" "));
  return [...new Set(stems)].filter((entry) => entry !== "");
}
