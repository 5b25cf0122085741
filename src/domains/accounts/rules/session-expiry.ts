import type { Config } from "../../../config/schema.ts";
import { intervalOf } from "../../../platform/clock/clock.ts";
import { timeOfId } from "../../../platform/ids/ids.ts";

interface UsedSession {
  /** Its time is that of the login. */
  readonly sessionId: string;
  readonly lastSeen: number;
}

type SessionLimits = Pick<Config["sessions"], "max_age" | "idle">;

/** Whether a session has become too old, or was not used for too long. Runs for every request. */
export function isSessionExpired(
  { sessionId, lastSeen }: UsedSession,
  { max_age, idle }: SessionLimits,
  now: number,
): boolean {
  if (idle !== "" && lastSeen + intervalOf(idle) <= now) return true;
  return max_age !== "" && timeOfId(sessionId) + intervalOf(max_age) <= now;
}

const hour = 3_600_000;

/**
 * How far the stored last use of a session may lag behind: a write for each request would cost too much. A session that
 * expires soon without use is stored more often, so that it never expires by much too early.
 */
export function lastUseLag({ idle }: Pick<Config["sessions"], "idle">): number {
  return idle === "" ? hour : Math.min(hour, intervalOf(idle) / 10);
}
