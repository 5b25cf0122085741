import type { Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/sets.ts";
import type { Sighting } from "../../channels/index.ts";
import { SlowmodesTold } from "../events.ts";
import { findWait, setWait } from "../store/slowmodes.ts";

const second = 1_000;

type Standing = Pick<Sighting, "channel" | "permissions">;

/** Seconds that have to pass between two messages; 0 where nobody has to wait, or the one who is seen there has not. */
export function pauseOf({ channel, permissions }: Standing): number {
  const isExempt = includes(permissions, permission.BypassSlowmode);
  return channel.channel_type === "TextChannel" && !isExempt ? (channel.slowmode ?? 0) : 0;
}

/**
 * Where a channel is in slow mode, starts the wait of somebody who is about to speak; or, if they have to wait
 * still, says for how many seconds. Either way they are told.
 */
export async function waitInLine(
  tx: Tx<typeof SlowmodesTold>,
  standing: Standing,
  userId: string,
): Promise<number | undefined> {
  const duration = pauseOf(standing);
  if (duration === 0) return undefined;
  const { _id: channel_id } = standing.channel;
  const now = tx.services.clock.now();
  const left = Math.ceil(((await findWait(tx, userId, channel_id)) - now) / second);
  const isWaiting = left > 0;
  const retry_after = isWaiting ? left : duration;
  if (!isWaiting) await setWait(tx, { user_id: userId, channel_id, until: now + duration * second });
  tx.emit(SlowmodesTold, { slowmodes: [{ channel_id, duration, retry_after }] }, { user: userId });
  return isWaiting ? left : undefined;
}
