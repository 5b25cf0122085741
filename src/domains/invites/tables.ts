export interface InvitesTables {
  invites: InviteRow;
}

export interface InviteRow {
  code: string;
  channel_id: string;
  /** None for groups. */
  server_id: string | null;
  creator_id: string;
}
