export interface ServersTables {
  emojis: EmojiRow;
  servers: ServerRow;
  member_counts: MemberCountRow;
  roles: RoleRow;
  members: MemberRow;
  member_roles: MemberRoleRow;
  pending_timeouts: PendingTimeoutRow;
  bans: BanRow;
}

export interface ServerRow {
  id: string;
  owner_id: string;
  name: string;
  description: string | null;
  /** A list of Category. */
  categories: string | null;
  /** SystemMessageChannels. */
  system_messages: string | null;
  default_permissions: number;
  /** A File. */
  icon: string | null;
  /** A File. */
  banner: string | null;
  flags: number;
  nsfw: number;
  analytics: number;
  discoverable: number;
}

export interface MemberCountRow {
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
  /** 0 is the highest; two roles may have the same. */
  rank: number;
  /** A File. */
  icon: string | null;
}

export interface MemberRow {
  server_id: string;
  user_id: string;
  joined_at: number;
  nickname: string | null;
  pronouns: string | null;
  /** A File. */
  avatar: string | null;
  timeout_until: number | null;
  can_publish: number;
  can_receive: number;
}

export interface MemberRoleRow {
  server_id: string;
  user_id: string;
  role_id: string;
  /** Their order, as they were given. */
  position: number;
}

/** What awaits those who left while they were timed out. */
export interface PendingTimeoutRow {
  server_id: string;
  user_id: string;
  timeout_until: number;
  can_publish: number;
  can_receive: number;
}

/** The banned need not exist. */
export interface BanRow {
  server_id: string;
  user_id: string;
  reason: string | null;
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
