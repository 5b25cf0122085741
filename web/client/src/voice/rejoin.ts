import { ApiError } from "../session/api-error.ts";

/** How an attempt to join a call ended: there, given up by the user or after too long, or failed. */
export type Entry = "there" | "elsewhere" | "lost" | { readonly thrown: unknown };

const [firstPauseMs, longestPauseMs] = [300, 15_000];
/** How long a call is worth waiting for. */
const patienceMs = 5 * 60_000;

/** What another attempt can mend: servers that restart, and networks that are away. */
const passing = new Set([
  "NetworkError",
  "InternalError",
  "RateLimited",
  "DatabaseError",
  "LiveKitUnavailable",
]);

/** Tries to join until it works, is refused for good, or has taken too long. Pauses differ, as all of a call do this at once. */
export async function repeatJoin(
  join: (attempt: number) => Promise<Entry>,
  isWanted: () => boolean,
): Promise<Entry> {
  const startedAt = Date.now();
  for (let attempt = 0; ; attempt++) {
    const pause = Math.min(firstPauseMs * 2 ** attempt, longestPauseMs);
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random() / 2)));
    if (!isWanted()) return "elsewhere";
    const entry = await join(attempt);
    if (typeof entry === "string") return entry;
    const { thrown } = entry;
    const isRefused = thrown instanceof ApiError && !passing.has(thrown.type);
    if (isRefused) return entry;
    if (Date.now() - startedAt > patienceMs) return "lost";
  }
}
