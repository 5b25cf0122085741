import { invalid } from "../../../declare/error.ts";
import { type InviteDraft, maxAge } from "../model.ts";
import type { ChannelInviteRow } from "../tables.ts";

/** The limits of a new invite: of those that a client gives under several names, the strictest. */
export function readLimits(
  { max_age, expires, expiry, max_uses, max_usage }: InviteDraft,
  now: number,
): Pick<ChannelInviteRow, "expires_at" | "max_uses"> {
  const ends = [max_age, expires, expiry].filter((end) => end !== undefined);
  const uses = [max_uses, max_usage].filter((most) => most !== undefined);
  return {
    expires_at: ends.length > 0 ? Math.min(...ends.map((end) => readEnd(end, now))) : null,
    max_uses: uses.length > 0 ? Math.min(...uses) : null,
  };
}

function readEnd(end: string | number, now: number): number {
  const time = typeof end === "string" ? Date.parse(end) : end <= maxAge ? now + end * 1_000 : end;
  if (time > now && time <= now + maxAge * 1_000) return time;
  throw invalid("expires: must be a moment of the next 365 days");
}
