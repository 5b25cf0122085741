/** Every way in which this server closes a connection. Generates docs/reference/close-codes.md. */
export const closeCodes = {
  frameTooLarge: {
    code: 1009,
    // Bun's text: it closes the connection before the gateway sees the frame.
    reason: "Received too big message",
    reconnect: true,
    doc: "A frame was larger than `events.frame_bytes`.",
  },
  internalError: {
    code: 1011,
    reason: "internal error",
    reconnect: true,
    doc: "The server failed; its log says why.",
  },
  restarting: {
    code: 1012,
    reason: "restarting",
    reconnect: true,
    doc: "The server is shutting down. It closes connections gradually, so that not all clients reconnect at once.",
  },
  lostEvents: {
    code: 1012,
    reason: "events may be missing",
    reconnect: true,
    doc: "The server could not read the log of events for ten seconds, or has lost its place in it. Connect again: Ready holds the current state.",
  },
  busy: {
    code: 1013,
    reason: "try again later",
    reconnect: true,
    doc: "The server has `events.waiting_handshakes` others to send a Ready to.",
  },
  loggedOut: {
    code: 4001,
    reason: "logged out",
    reconnect: false,
    doc: "The session ended, the account was disabled, or the bot was deleted or got a new token. A Logout event precedes this.",
  },
  refused: {
    code: 4002,
    reason: "unknown version or format",
    reconnect: false,
    doc: "This server does not know the `version` or `format` in the address.",
  },
  tooManyFailures: {
    code: 4003,
    reason: "too many failed authentications",
    reconnect: false,
    doc: "The connection has sent `events.failed_authentications` bad tokens.",
  },
  notAuthenticated: {
    code: 4004,
    reason: "not authenticated in time",
    reconnect: true,
    doc: "No valid token within `events.authenticate_within_ms`.",
  },
  silent: {
    code: 4005,
    reason: "no ping",
    reconnect: true,
    doc: "No Ping within `events.ping_within_ms`.",
  },
  tooManyFrames: {
    code: 4006,
    reason: "too many frames",
    reconnect: true,
    doc: "More than `events.frames` frames within `events.frames_window_ms`.",
  },
  tooSlow: {
    code: 4007,
    reason: "reading too slowly",
    reconnect: true,
    doc: "More than `events.send_queue_bytes` bytes were waiting to be read, or `events.total_queue_bytes` over all connections, of which this one had the most. The server never skips events: connect again, and Ready holds the current state. The code comes after everything that waits. A client that does not read all of it within a few seconds sees 1006 instead, and so does one whose queue the server had to drop at once.",
  },
  tooManyConnections: {
    code: 4008,
    reason: "too many connections",
    reconnect: false,
    doc: "The user already has `events.connections` connections. The server closes the new one.",
  },
  tooManyConnects: {
    code: 4009,
    reason: "connecting too often",
    reconnect: true,
    doc: "More than `events.connects_by_address` or `events.connects_by_user` connections within `events.connects_window_ms`.",
  },
} as const satisfies Record<string, CloseCode>;

interface CloseCode {
  readonly code: number;
  readonly reason: string;
  /** Whether it makes sense to reconnect with the same token. */
  readonly reconnect: boolean;
  readonly doc: string;
}

export type CloseReason = keyof typeof closeCodes;
