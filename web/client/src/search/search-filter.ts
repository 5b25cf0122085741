import { addDays, startOf } from "@ui/calendar-days.ts";
import type { DataSearchChannels } from "../../../protocol/types.ts";
import { firstIdAt } from "../message/ulid-time.ts";

export type Sort = "Latest" | "Oldest" | "Relevance";
export type Content = "anything" | "file" | "link" | "embed";

/** What somebody looks for. */
export interface SearchFilter {
  readonly text: string;
  readonly authorId?: string;
  readonly content: Content;
  /** The first and the last day, as date fields give them (2026-05-01). */
  readonly from: string;
  readonly to: string;
  readonly isPinned: boolean;
  readonly sort: Sort;
}

export const emptyFilter: SearchFilter = {
  text: "",
  content: "anything",
  from: "",
  to: "",
  isPinned: false,
  sort: "Latest",
};

/** The longest text that servers search for. */
export const longestText = 64;
const pageSize = 25;
/** What is sorted by relevance has one page, as large as servers give them. */
export const largestPage = 100;

export type Problem = "empty" | "noWord" | "days";

/** Why a filter cannot be searched with. */
export function problemOf(filter: SearchFilter): Problem | undefined {
  const text = filter.text.trim();
  if (text !== "" && !/[\p{L}\p{N}]/u.test(text)) return "noWord";
  if (filter.from !== "" && filter.to !== "" && filter.from > filter.to) return "days";
  const { authorId, content, from, to, isPinned } = filter;
  const isEmpty = text === "" && !authorId && content === "anything" && !from && !to && !isPinned;
  return isEmpty ? "empty" : undefined;
}

const has = { file: "File", link: "Link", embed: "Embed" } as const;

/** The first request for a filter. Without words nothing is relevant, and pins are sorted by time alone. */
export function requestOf(filter: SearchFilter): DataSearchChannels {
  const text = filter.text.trim().slice(0, longestText);
  const isRanked = filter.sort === "Relevance" && text !== "" && !filter.isPinned;
  return {
    ...(text !== "" && { query: text }),
    ...(filter.isPinned && { pinned: true }),
    ...(filter.authorId !== undefined && { author: filter.authorId }),
    ...(filter.content !== "anything" && { has: has[filter.content] }),
    ...(filter.from !== "" && { after: firstIdAt(+startOf(filter.from)) }),
    ...(filter.to !== "" && { before: firstIdAt(+startOf(addDays(filter.to, 1))) }),
    sort: filter.sort === "Relevance" && !isRanked ? "Latest" : filter.sort,
    limit: isRanked ? largestPage : pageSize,
    include_users: true,
  };
}
