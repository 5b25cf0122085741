export interface MessagesTables {
  messages: MessageRow;
}

export interface MessageRow {
  channel_id: string;
  id: string;
  /** A user, a webhook, or 26 zeros for the server itself. */
  author_id: string;
  content: string | null;
  /** A SystemMessage. */
  system: string | null;
}
