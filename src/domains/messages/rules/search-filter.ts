import type { ChannelsSearch } from "../draft-model.ts";
import type { MessageRow } from "../tables.ts";
import { scorerOf } from "./relevance.ts";
import type { SearchQuery } from "./search-index.ts";

export type MessageFilter = (row: MessageRow) => boolean;

const link = /https?:\/\/\S/i;

const contents: Record<NonNullable<ChannelsSearch["has"]>, MessageFilter> = {
  File: ({ attachments }) => attachments !== null,
  Link: ({ content }) => content !== null && link.test(content),
  Embed: ({ embeds }) => embeds !== null,
};

/** Whether a message has what a search asks for besides words. Undefined if it asks for nothing else. */
export function filterOf({ author, has }: Pick<ChannelsSearch, "author" | "has">): MessageFilter | undefined {
  if (author === undefined && has === undefined) return undefined;
  return (row) =>
    (author === undefined || row.author_id === author) && (has === undefined || contents[has](row));
}

/** Whether a message holds the words of a search, as the search indexes find them. */
export function wordFilter({ any, none }: SearchQuery): MessageFilter {
  const [wanted, excluded] = [scorerOf(any), scorerOf(none)];
  return ({ content }) =>
    content !== null && wanted(content).words > 0 && (none.length === 0 || excluded(content).words === 0);
}
