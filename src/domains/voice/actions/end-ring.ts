import type { Tx } from "../../../store/tx.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import { notifyCall } from "../../push/index.ts";
import { CallUpdated } from "../events.ts";
import { takeRings } from "../store/calls.ts";
import { findState } from "../store/states.ts";

interface RingEnd {
  readonly by: string;
  readonly userId: string;
}

/** Stops ringing for one user of a conversation, as somebody in its call. */
export async function endRing(
  tx: Tx<typeof CallUpdated, "NoEffect" | "NotConnected" | "NotFound">,
  { channel }: ChannelAccess,
  { by, userId }: RingEnd,
): Promise<void> {
  if (channel.channel_type === "TextChannel") throw tx.fail("NoEffect");
  if (!(await findState(tx, channel._id, by))) throw tx.fail("NotConnected");
  if (channel.channel_type === "SavedMessages") throw tx.fail("NoEffect");
  if (!channel.recipients.includes(userId)) throw tx.fail("NotFound");
  const rung = await takeRings(tx, channel._id, userId);
  // The reference tells only devices with push, and an open page would go on ringing.
  const update = { initiator_id: by, channel_id: channel._id, started_at: null, ended: true };
  if (rung.length > 0) tx.emit(CallUpdated, update, { users: rung });
  await notifyCall(tx, { channelId: channel._id, by, to: [userId], startedAt: null, ended: true });
}
