import type { DataMessageSearch, Message } from "../../../protocol/types.ts";
import { fold } from "../components/fold-text.ts";
import { firstIdAt } from "../message/ulid-time.ts";

export type Sort = "Latest" | "Oldest" | "Relevance";
export type Content = "anything" | "file" | "link" | "embed";

/** What somebody looks for in a channel. */
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
/** Pages of which the client drops what does not match are as large as servers give them. */
const largestPage = 100;

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

/** Whether the client has to look through what the server finds, as servers know no such filter. */
export function needsSifting({ authorId, content, text, isPinned }: SearchFilter): boolean {
  return authorId !== undefined || content !== "anything" || (isPinned && text.trim() !== "");
}

/** The order that the server is asked for: without words in it nothing is relevant. */
function sortOf({ sort, text, isPinned }: SearchFilter): Sort {
  return sort === "Relevance" && (text.trim() === "" || isPinned) ? "Latest" : sort;
}

/** The first request for a filter. */
export function requestOf(filter: SearchFilter): DataMessageSearch {
  const text = filter.text.trim().slice(0, longestText);
  const sort = sortOf(filter);
  return {
    // Servers refuse both together.
    ...(filter.isPinned ? { pinned: true } : text !== "" && { query: text }),
    ...(filter.from !== "" && { after: firstIdAt(startOfDay(filter.from)) }),
    ...(filter.to !== "" && { before: firstIdAt(startOfDay(filter.to, 1)) }),
    sort,
    limit: needsSifting(filter) || sort === "Relevance" ? largestPage : pageSize,
    include_users: true,
  };
}

/** The request for what comes after a page, if there may be more. What is sorted by relevance has one page. */
export function nextRequest(
  request: DataMessageSearch,
  page: readonly Message[],
): DataMessageSearch | undefined {
  const last = page.at(-1);
  if (!last || page.length < Number(request.limit) || request.sort === "Relevance") return undefined;
  return request.sort === "Oldest" ? { ...request, after: last._id } : { ...request, before: last._id };
}

/** Whether a message that the server found is looked for. */
export function matches(filter: SearchFilter, message: Message): boolean {
  if (message.system) return false;
  if (filter.authorId !== undefined && message.author !== filter.authorId) return false;
  const text = message.content ?? "";
  const isThere: Record<Content, boolean> = {
    anything: true,
    file: Boolean(message.attachments?.length),
    link: /https?:\/\/\S/i.test(text),
    embed: Boolean(message.embeds?.length),
  };
  if (!isThere[filter.content]) return false;
  return !filter.isPinned || containsWord(text, filter.text);
}

/** As servers search: one of the words is enough, whatever its case and accents. */
function containsWord(text: string, wanted: string): boolean {
  const words = fold(wanted).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 || words.some((word) => fold(text).includes(word));
}

/** The first moment of a day, or of one that is some days later, by the clock of this device. */
export function startOfDay(date: string, daysLater = 0): number {
  const [year = 1970, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(year, month - 1, day + daysLater).getTime();
}
