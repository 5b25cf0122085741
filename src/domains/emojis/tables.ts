export interface EmojisTables {
  emojis: EmojiRow;
}

export interface EmojiRow {
  /** That of its file. */
  id: string;
  /** None once it is detached. */
  server_id: string | null;
  creator_id: string;
  name: string;
  animated: number;
  nsfw: number;
}
