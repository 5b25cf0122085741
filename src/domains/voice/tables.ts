export interface VoiceCallRow {
  channel_id: string;
  server_id: string | null;
  node: string;
  initiator_id: string | null;
  started_at: number | null;
  message_id: string | null;
  created_at: number;
}

export interface VoiceStateRow {
  channel_id: string;
  user_id: string;
  server_id: string | null;
  sid: string;
  session_id: string | null;
  joined_at: number;
  recorded_at: number;
  can_subscribe: number;
  /** Separated by commas. */
  sources: string;
  /** Milliseconds since 1970, or null while the hand is not raised. */
  raised_hand_at: number | null;
}

export interface VoiceTrackRow {
  channel_id: string;
  user_id: string;
  sid: string;
  source: string;
  muted: number;
}

export interface VoiceJoinRow {
  channel_id: string;
  user_id: string;
  session_id: string | null;
  can_subscribe: number;
  sources: string;
  recipients: string | null;
  moved_from: string | null;
  expires_at: number;
}

export interface VoiceTables {
  voice_calls: VoiceCallRow;
  voice_states: VoiceStateRow;
  voice_tracks: VoiceTrackRow;
  voice_joins: VoiceJoinRow;
  voice_rings: { channel_id: string; user_id: string };
  voice_notifications: { id: string; received_at: number };
}
