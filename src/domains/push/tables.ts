export interface PushTables {
  push_badges: BadgeRow;
}

interface BadgeRow {
  session_id: string;
  /** The number that was last told to its device. */
  shown: number;
}
