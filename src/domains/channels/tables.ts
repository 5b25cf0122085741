import type { Conversation } from "../../declare/view-change.ts";

export interface ChannelsTables {
  channels: ChannelRow;
  channel_recipients: RecipientRow;
}

export interface ChannelRow {
  id: string;
  kind: Conversation["kind"];
  /** Who talks in a direct conversation, see `pairOf`; null for groups. */
  pair: string | null;
  active: number;
  last_message_id: string | null;
}

export interface RecipientRow {
  channel_id: string;
  user_id: string;
  /** Their order in the channel. */
  position: number;
}
