import type { Generated, Selectable } from "kysely";

export interface ServersTables {
  emojis: EmojiRow;
  servers: ServerColumns;
  member_counts: MemberCountRow;
  roles: RoleRow;
  members: MemberRow;
  member_roles: MemberRoleRow;
  pending_timeouts: PendingTimeoutRow;
  bans: BanRow;
}

export type ServerRow = Selectable<ServerColumns>;

interface ServerColumns {
  id: string;
  owner_id: string;
  name: string;
  description: string | null;
  /** JSON: a list of Category. */
  categories: string | null;
  /** JSON: SystemMessageChannels. */
  system_messages: string | null;
  default_permissions: number;
  /** JSON: a File. */
  icon: string | null;
  /** JSON: a File. */
  banner: string | null;
  flags: number;
  nsfw: number;
  analytics: number;
  discoverable: number;
  /** Another value after every change of the server, its roles, channels, overrides or emoji; see `lockServer`. */
  revision: Generated<string>;
}

interface MemberCountRow {
  server_id: string;
  members: number;
}

export interface RoleRow {
  id: string;
  server_id: string;
  name: string;
  allow: number;
  deny: number;
  colour: string | null;
  hoist: number;
  /** 0 is the highest; two roles may share a rank. */
  rank: number;
  /** JSON: a File. */
  icon: string | null;
  /** The bot that the role belongs to, which alone has it; null for other roles. */
  owner_id: string | null;
}

export interface MemberRow {
  server_id: string;
  user_id: string;
  joined_at: number;
  nickname: string | null;
  pronouns: string | null;
  /** JSON: a File. */
  avatar: string | null;
  timeout_until: number | null;
  can_publish: number;
  can_receive: number;
}

export interface MemberRoleRow {
  server_id: string;
  user_id: string;
  role_id: string;
  /** The order in which the member's roles were assigned. */
  position: number;
}

/** The timeout of a user who left before it was over; it applies again when they rejoin. */
export interface PendingTimeoutRow {
  server_id: string;
  user_id: string;
  timeout_until: number;
  can_publish: number;
  can_receive: number;
}

/** A ban; the user need not exist. */
export interface BanRow {
  server_id: string;
  user_id: string;
  reason: string | null;
}

export interface EmojiRow {
  /** The same as the id of its file. */
  id: string;
  /** Null for detached emoji. */
  server_id: string | null;
  creator_id: string;
  name: string;
  animated: number;
  nsfw: number;
}
