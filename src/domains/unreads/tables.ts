export interface UnreadsTables {
  channel_unreads: UnreadRow;
}

export interface UnreadRow {
  user_id: string;
  channel_id: string;
  /** The last message that the user has read; a message with this id need not exist. */
  last_id: string;
}
