export interface SyncTables {
  user_settings: SettingRow;
}

export interface SettingRow {
  user_id: string;
  key: string;
  written_at: number;
  value: string;
}
