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
  /** The last message that was read, which need not exist. */
  last_id: string;
}
