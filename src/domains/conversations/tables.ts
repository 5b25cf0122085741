import type { Generated, Insertable, Selectable } from "kysely";
import type { Conversation } from "../../protocol/view-change.ts";

export interface ChannelsTables {
  channels: ChannelColumns;
  channel_recipients: RecipientRow;
  channel_overrides: OverrideRow;
}

export type ChannelRow = Selectable<ChannelColumns>;
export type NewChannel = Insertable<ChannelColumns>;
/** What stays as it is while people talk. */
export type StableChannelRow = Omit<ChannelRow, "last_message_id"> & Partial<ChannelRow>;

interface ChannelColumns {
  id: string;
  kind: Conversation["kind"] | "TextChannel";
  /** Who talks in a direct conversation, see `pairOf`; null for groups and channels of servers. */
  pair: string | null;
  active: number;
  last_message_id: string | null;
  /** Of the channels of servers alone. */
  server_id: string | null;
  /** Of these and of groups. */
  name: string | null;
  description: string | null;
  /** A File. */
  icon: string | null;
  nsfw: Generated<number>;
  /** What everybody in the server may do here, and may not; both or neither. */
  default_allow: number | null;
  default_deny: number | null;
  /** What is particular to a channel with voice. */
  voice: string | null;
  slowmode: number | null;
  /** Of groups alone. */
  owner_id: string | null;
  /** What the people of a group may do, where it is not the usual. */
  permissions: number | null;
}

/** What a role allows and denies in a channel. */
export interface OverrideRow {
  channel_id: string;
  role_id: string;
  allow: number;
  deny: number;
}

export interface RecipientRow {
  channel_id: string;
  user_id: string;
  /** Their order in the channel. */
  position: number;
}
