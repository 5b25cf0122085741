import type { Config } from "../config/schema.ts";
import type { CloseReason } from "./close-codes.ts";
import type { Connection } from "./connection.ts";

/** Why a connection cannot stay, if time or its backlog has run out. */
export function closeReasonOf(
  connection: Connection,
  now: number,
  limits: Config["events"],
): CloseReason | undefined {
  const silence = now - connection.lastSign;
  if (connection.waitingBytes > limits.send_queue_bytes) return "tooSlow";
  if (connection.view) return silence >= limits.ping_within_ms ? "silent" : undefined;
  // If we take long to answer, that is not the client's fault.
  if (connection.attempts > 0) return undefined;
  return silence >= limits.authenticate_within_ms ? "notAuthenticated" : undefined;
}
