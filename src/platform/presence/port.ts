/** Knows which users are connected to the event stream, on any node. */
export interface Presence {
  /** Whether the user has a connection, or had one a moment ago. Invisible users are connected too. */
  isConnected(userId: string): boolean;
  /** Whether the user has a connection at this moment. */
  isListening(userId: string): boolean;
  /** How many users are connected. */
  countConnected(): number;
}

/** A user's connections on one node. */
export interface PresenceEntry {
  /** 0 for a moment after the last one has closed. */
  readonly connections: number;
  /** False for invisible users. */
  readonly isShown: boolean;
}
