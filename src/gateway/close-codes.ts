/** Every way in which this server closes a connection. The page docs/reference/close-codes.md is made from it. */
export const closeCodes = {
  frameTooLarge: {
    code: 1009,
    // Bun's own words: it closes before we see the frame.
    reason: "Received too big message",
    reconnect: true,
    doc: "A frame was larger than `events.frame_bytes`.",
  },
  internalError: {
    code: 1011,
    reason: "internal error",
    reconnect: true,
    doc: "The server could not go on; its log says why.",
  },
  restarting: {
    code: 1012,
    reason: "restarting",
    reconnect: true,
    doc: "The server is shutting down. Connections are closed little by little, so that not all come back at once.",
  },
  loggedOut: {
    code: 4001,
    reason: "logged out",
    reconnect: false,
    doc: "The session ended, the account was disabled or the bot's token was reset. A Logout event came before.",
  },
  refused: {
    code: 4002,
    reason: "unknown version or format",
    reconnect: false,
    doc: "`version` or `format` in the address is not one that this server speaks.",
  },
  tooManyFailures: {
    code: 4003,
    reason: "too many failed authentications",
    reconnect: false,
    doc: "As many bad tokens as `events.failed_authentications` allows.",
  },
  notAuthenticated: {
    code: 4004,
    reason: "not authenticated in time",
    reconnect: true,
    doc: "No good token within `events.authenticate_within_ms`.",
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
    doc: "More than `events.send_queue_bytes` were waiting to be read. Nothing is ever left out: connect again, and Ready has it all. A client that reads nothing at all may see 1006 instead.",
  },
  tooManyConnections: {
    code: 4008,
    reason: "too many connections",
    reconnect: false,
    doc: "The user has as many connections as `events.connections` allows; the newest is closed.",
  },
} as const satisfies Record<string, CloseCode>;

export interface CloseCode {
  readonly code: number;
  readonly reason: string;
  /** Whether coming back at once, with the same token, makes sense. */
  readonly reconnect: boolean;
  readonly doc: string;
}

export type CloseReason = keyof typeof closeCodes;
