import type { Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import { UserSlowmodes } from "../events.ts";
import { findSlowmodeEnd, setSlowmode } from "../store/slowmodes.ts";

const second = 1_000;

type SlowmodeContext = Pick<ChannelAccess, "channel" | "permissions">;

/** The seconds between two messages of the caller; 0 without slowmode, and for callers who are exempt. */
export function slowmodeOf({ channel, permissions }: SlowmodeContext): number {
  const isExempt = includes(permissions, permission.BypassSlowmode);
  return channel.channel_type === "TextChannel" && !isExempt ? (channel.slowmode ?? 0) : 0;
}

/**
 * Starts the slowmode of a sender, or returns the seconds that are left if it is running already. The sender gets an
 * event in both cases.
 */
export async function enforceSlowmode(
  tx: Tx<typeof UserSlowmodes>,
  context: SlowmodeContext,
  userId: string,
): Promise<number | undefined> {
  const duration = slowmodeOf(context);
  if (duration === 0) return undefined;
  const { _id: channel_id } = context.channel;
  const now = tx.services.clock.now();
  const left = Math.ceil(((await findSlowmodeEnd(tx, userId, channel_id)) - now) / second);
  const isRunning = left > 0;
  const retry_after = isRunning ? left : duration;
  if (!isRunning) await setSlowmode(tx, { user_id: userId, channel_id, until: now + duration * second });
  tx.emit(UserSlowmodes, { slowmodes: [{ channel_id, duration, retry_after }] }, { user: userId });
  return isRunning ? left : undefined;
}
