import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import type { Tx } from "../../../store/tx.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import { UserSlowmodes } from "../events.ts";
import { findSlowmodeEnd, setSlowmode } from "../store/slowmodes.ts";

const second = 1_000;

type Standing = Pick<ChannelAccess, "channel" | "permissions">;

/** Seconds that have to pass between two messages; 0 where nobody has to wait, or the one who is seen there has not. */
export function slowmodeOf({ channel, permissions }: Standing): number {
  const isExempt = includes(permissions, permission.BypassSlowmode);
  return channel.channel_type === "TextChannel" && !isExempt ? (channel.slowmode ?? 0) : 0;
}

/**
 * Where a channel is in slow mode, starts the wait of somebody who is about to speak; or, if they have to wait
 * still, says for how many seconds. Either way they are told.
 */
export async function enforceSlowmode(
  tx: Tx<typeof UserSlowmodes>,
  standing: Standing,
  userId: string,
): Promise<number | undefined> {
  const duration = slowmodeOf(standing);
  if (duration === 0) return undefined;
  const { _id: channel_id } = standing.channel;
  const now = tx.services.clock.now();
  const left = Math.ceil(((await findSlowmodeEnd(tx, userId, channel_id)) - now) / second);
  const isWaiting = left > 0;
  const retry_after = isWaiting ? left : duration;
  if (!isWaiting) await setSlowmode(tx, { user_id: userId, channel_id, until: now + duration * second });
  tx.emit(UserSlowmodes, { slowmodes: [{ channel_id, duration, retry_after }] }, { user: userId });
  return isWaiting ? left : undefined;
}
