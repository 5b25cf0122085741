import type { Generated, Insertable, Selectable } from "kysely";

export interface MessagesTables {
  messages: MessageColumns;
  reactions: ReactionRow;
  mentions: MentionRow;
  mass_mentions: MassMentionRow;
  message_keys: MessageKeyRow;
  slowmodes: SlowmodeRow;
  writers: WriterRow;
}

interface WriterRow {
  author_id: string;
  channel_id: string;
}

interface MessageColumns {
  channel_id: string;
  id: string;
  /** A user, a webhook, or 26 zeros for the server itself. */
  author_id: string;
  nonce: string | null;
  content: string | null;
  /** A SystemMessage. */
  system: string | null;
  /** As what a webhook spoke. */
  webhook: string | null;
  /** A list of File. */
  attachments: string | null;
  /** A list of Embed. */
  embeds: string | null;
  /** Ids of users. */
  mentions: string | null;
  /** Ids of roles. */
  role_mentions: string | null;
  /** Ids of messages. */
  replies: string | null;
  interactions: string | null;
  masquerade: string | null;
  /** As they are on the wire. */
  flags: Generated<number>;
  edited_at: number | null;
  pinned: Generated<number>;
}

export type MessageRow = Selectable<MessageColumns>;
export type NewMessage = Insertable<MessageColumns>;

export interface ReactionRow {
  channel_id: string;
  message_id: string;
  emoji: string;
  user_id: string;
  /** Their order: an id made when it came, or that of the one before it with this emoji, which was taken back. */
  since: string;
}

/** Somebody was mentioned and has not read it yet. */
export interface MentionRow {
  user_id: string;
  channel_id: string;
  message_id: string;
}

/** All who have a role were mentioned, or everybody. */
export interface MassMentionRow {
  channel_id: string;
  message_id: string;
  /** The id of the role, or `everyone`. */
  whom: string;
}

/** By this a message that is sent twice is known again. */
export interface MessageKeyRow {
  author_id: string;
  key: string;
  used_at: number;
}

/** Until when somebody must wait in a channel. */
export interface SlowmodeRow {
  user_id: string;
  channel_id: string;
  until: number;
}
