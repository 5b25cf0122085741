import { flag, section, whole } from "./key-types.ts";

export const eventKeys = section("The event stream.", {
  frame_bytes: whole(65_536, "Largest frame that a client may send, in bytes.", { minimum: 1_024 }),
  frames: whole(
    120,
    "Frames that a connection may send in each window of frames_window_ms; one more closes it.",
  ),
  frames_window_ms: whole(10_000, "Length of the window of events.frames.", { minimum: 1 }),
  connections: whole(100, "Connections that one user may have at once; a further one is closed with 4008.", {
    minimum: 1,
  }),
  connects_by_address: whole(
    300,
    "Connections that one address (IPv6: one /64) may open in each window of connects_window_ms; a further one is closed with 4009. 0, or ratelimits.enabled off: no limit.",
  ),
  connects_by_user: whole(
    60,
    "Connections for which one user may request a Ready in each window of connects_window_ms; a further one is closed with 4009. A large Ready, or what a resumed connection has missed, counts once more for each MiB. 0, or ratelimits.enabled off: no limit.",
  ),
  connects_window_ms: whole(60_000, "Length of the window of the two limits above.", { minimum: 1 }),
  waiting_handshakes: whole(
    1_000,
    "Ready packets that may wait to be built; further connections are closed with 1013.",
    { minimum: 1 },
  ),
  failed_authentications: whole(5, "The bad token with this number closes the connection."),
  authenticate_within_ms: whole(30_000, "How long a connection may stay open without a valid token."),
  ping_within_ms: whole(60_000, "How long a connection may stay open without a Ping."),
  send_queue_bytes: whole(
    4_194_304,
    "Bytes that may wait for a client that reads too slowly; with more, its connection is closed.",
    { minimum: 4_096 },
  ),
  total_queue_bytes: whole(
    268_435_456,
    "Bytes that may wait for all clients together; with more, the connection with the most is closed first. 0: no limit.",
  ),
  offline_grace_ms: whole(5_000, "How long a user stays online after their last connection closed."),
  typing_expires_ms: whole(6_000, "How long a typing indicator lasts unless it is renewed."),
  subscriptions: whole(
    5,
    "Servers that one connection may Subscribe to at once; one more ends the subscription renewed least recently.",
  ),
  subscription_lasts_ms: whole(900_000, "How long a subscription lasts unless it is renewed."),
  presence_to_servers: flag(
    false,
    "Send presence to every member of a server, not only to bots and subscribers.",
  ),
  resume_window_ms: whole(
    600_000,
    "How long after its end a connection can be resumed by a client that asked for it. 0: never.",
  ),
  resume_bytes: whole(
    67_108_864,
    "Memory for the events that resumed connections may have missed; with more events, older ones cannot be resumed from.",
  ),
  shutdown_spread_ms: whole(5_000, "Time over which a shutdown spreads the closing of connections."),
});
