/** Knows which users are connected to the event stream. */
export interface Presence {
  /** Whether the user has a connection, or had one a moment ago. Invisible users are connected too. */
  isConnected(userId: string): boolean;
  /** Whether the user has a connection at this moment. */
  isListening(userId: string): boolean;
}
