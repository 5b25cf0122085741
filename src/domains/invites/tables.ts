export interface InvitesTables {
  invites: ChannelInviteRow;
  barred_users: BarredUserRow;
}

/** A user whom a group expelled, and an invite to it from before, which does not let them in again. */
interface BarredUserRow {
  code: string;
  user_id: string;
}

export interface ChannelInviteRow {
  code: string;
  channel_id: string;
  /** Null for groups. */
  server_id: string | null;
  creator_id: string;
  /** Null if it does not end. */
  expires_at: number | null;
  /** Null if it is for any number of people. */
  max_uses: number | null;
  /** Counted only if they are limited. */
  uses: number;
}
