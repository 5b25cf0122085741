import type { Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/sets.ts";
import type { Sighting } from "../../channels/index.ts";
import { SlowmodesTold } from "../events.ts";
import { findWait, setWait } from "../store/slowmodes.ts";

const second = 1_000;

/**
 * Where a channel is in slow mode, starts the wait of somebody who is about to speak; or, if they have to wait
 * still, says for how many seconds. Either way they are told.
 */
export async function waitInLine(
  tx: Tx<typeof SlowmodesTold>,
  { channel, permissions }: Pick<Sighting, "channel" | "permissions">,
  userId: string,
): Promise<number | undefined> {
  if (channel.channel_type !== "TextChannel" || !channel.slowmode) return undefined;
  if (includes(permissions, permission.BypassSlowmode)) return undefined;
  const { _id: channel_id, slowmode: duration } = channel;
  const now = tx.services.clock.now();
  const left = Math.ceil(((await findWait(tx, userId, channel_id)) - now) / second);
  const isWaiting = left > 0;
  const retry_after = isWaiting ? left : duration;
  if (!isWaiting) await setWait(tx, { user_id: userId, channel_id, until: now + duration * second });
  tx.emit(SlowmodesTold, { slowmodes: [{ channel_id, duration, retry_after }] }, { user: userId });
  return isWaiting ? left : undefined;
}
