/** Who is connected to the event stream. */
export interface Presence {
  /** Whether the user has a connection, or had one a moment ago. Invisible users are connected too. */
  isConnected(userId: string): boolean;
  /** Whether the user has a connection in this very moment. */
  isListening(userId: string): boolean;
}
