export interface PushTables {
  push_badges: BadgeRow;
}

interface BadgeRow {
  session_id: string;
  /** The number that was last sent to the session's device. */
  shown: number;
}
