import type { Generated, Insertable, Selectable } from "kysely";
import type { Conversation } from "../../visibility/view-change.ts";

export interface ChannelsTables {
  channels: ChannelColumns;
  channel_recipients: RecipientRow;
  channel_overrides: OverrideRow;
  slowmodes: SlowmodeRow;
}

/** The time until which a user must wait in a channel. */
export interface SlowmodeRow {
  user_id: string;
  channel_id: string;
  until: number;
}

export type ChannelRow = Selectable<ChannelColumns>;
export type NewChannel = Insertable<ChannelColumns>;
/** The columns that new messages do not change. */
export type StableChannelRow = Omit<ChannelRow, "last_message_id" | "greatest_message_id"> &
  Partial<ChannelRow>;

interface ChannelColumns {
  id: string;
  kind: Conversation["kind"] | "TextChannel";
  /** The key of a direct conversation, see `pairOf`; null for groups and channels of servers. */
  pair: string | null;
  active: number;
  last_message_id: string | null;
  /** The greatest id that a message of the channel ever had, deleted or not. */
  greatest_message_id: string | null;
  /** Null for conversations. */
  server_id: string | null;
  /** Null for direct conversations. */
  name: string | null;
  description: string | null;
  /** A File. */
  icon: string | null;
  nsfw: Generated<number>;
  /** The override for all members of the server; both columns or neither. */
  default_allow: number | null;
  default_deny: number | null;
  /** A VoiceInformation. */
  voice: string | null;
  slowmode: number | null;
  /** Null unless it is a group. */
  owner_id: string | null;
  /** Of the recipients of a group, where they differ from the default. */
  permissions: number | null;
}

/** The permissions that a role allows and denies in a channel. */
export interface OverrideRow {
  channel_id: string;
  role_id: string;
  allow: number;
  deny: number;
}

interface RecipientRow {
  channel_id: string;
  user_id: string;
  /** Order of the recipients in the channel. */
  position: number;
}
