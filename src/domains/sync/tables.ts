export interface SyncTables {
  user_settings: SettingRow;
  channel_unreads: UnreadRow;
}

export interface SettingRow {
  user_id: string;
  key: string;
  written_at: number;
  value: string;
}

export interface UnreadRow {
  user_id: string;
  channel_id: string;
  last_id: string | null;
  /** A list of message ids. */
  mentions: string;
}
