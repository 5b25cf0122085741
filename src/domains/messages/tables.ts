import type { Generated, Selectable } from "kysely";
import type { Message } from "./model.ts";

export interface MessagesTables {
  messages: MessageColumns;
  reactions: ReactionRow;
  mentions: MentionRow;
  mass_mentions: MassMentionRow;
  message_keys: MessageKeyRow;
  writers: WriterRow;
}

/** An author who may have messages in a channel. */
interface WriterRow {
  author_id: string;
  channel_id: string;
}

/** The parts of a message that are stored as JSON, each in a column of its own. Clients know them by the same names. */
export const messageJsonColumns = [
  "system",
  "webhook",
  "attachments",
  "embeds",
  "mentions",
  "role_mentions",
  "replies",
  "interactions",
  "masquerade",
] as const satisfies readonly (keyof Message)[];

interface MessageColumns extends Record<(typeof messageJsonColumns)[number], string | null> {
  channel_id: string;
  id: string;
  /** The id of a user or a webhook, or 26 zeros for system messages. */
  author_id: string;
  nonce: string | null;
  content: string | null;
  /** As clients see them. */
  flags: Generated<number>;
  edited_at: number | null;
  pinned: Generated<number>;
}

export type MessageRow = Selectable<MessageColumns>;

/**
 * A message of a page of its channel. What few messages have is one column, because each column of each row takes time,
 * even if it is null.
 */
export interface PageRow extends Pick<MessageRow, "id" | "author_id" | "nonce" | "content"> {
  /** `RareColumns` as JSON, or null if the message has none of them. */
  readonly rare: string | null;
}

export interface RareColumns
  extends Pick<MessageRow, "flags" | "pinned">,
    Pick<Message, (typeof messageJsonColumns)[number]> {
  readonly edited_at?: number;
}

/** The primary key of a message. */
export type MessageKey = Pick<MessageRow, "channel_id" | "id">;
/** What a search compares. */
export type MessageText = Pick<MessageRow, "channel_id" | "id" | "content">;

export interface ReactionRow {
  channel_id: string;
  message_id: string;
  emoji: string;
  user_id: string;
  /** Orders reactions: an id made on insert, or inherited from a removed earlier reaction with the same emoji. */
  since: string;
}

/** A message that mentions a user who has not read it yet. */
export interface MentionRow {
  user_id: string;
  channel_id: string;
  message_id: string;
}

/** A message that mentions a role or everyone. */
export interface MassMentionRow {
  channel_id: string;
  message_id: string;
  /** The id of the role, or `everyone`. */
  whom: string;
}

/** An idempotency key that an author has used. */
export interface MessageKeyRow {
  author_id: string;
  key: string;
  used_at: number;
}
