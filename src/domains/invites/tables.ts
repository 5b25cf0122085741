export interface InvitesTables {
  invites: ChannelInviteRow;
}

export interface ChannelInviteRow {
  code: string;
  channel_id: string;
  /** Null for groups. */
  server_id: string | null;
  creator_id: string;
}
