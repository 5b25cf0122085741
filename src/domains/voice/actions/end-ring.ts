import type { Tx } from "../../../declare/tx.ts";
import type { ChannelAccess } from "../../channels/index.ts";
import { CallDeclined, CallUpdated } from "../events.ts";
import { findCall, takeRings } from "../store/calls.ts";
import { findState } from "../store/states.ts";
import { notifyCall } from "./notify-call.ts";

interface RingEnd {
  readonly by: string;
  readonly userId: string;
}

type EndRingTx = Tx<typeof CallUpdated | typeof CallDeclined, "NoEffect" | "NotConnected" | "NotFound">;

/** Stops ringing for one user of a conversation, as somebody in its call or as that user. */
export async function endRing(
  tx: EndRingTx,
  { channel }: ChannelAccess,
  { by, userId }: RingEnd,
): Promise<void> {
  if (channel.channel_type === "TextChannel") throw tx.fail("NoEffect");
  if (by === userId && (await declineCall(tx, channel._id, by))) return;
  if (!(await findState(tx, channel._id, by))) throw tx.fail("NotConnected");
  if (channel.channel_type === "SavedMessages") throw tx.fail("NoEffect");
  if (!channel.recipients.includes(userId)) throw tx.fail("NotFound");
  const rung = await takeRings(tx, channel._id, userId);
  await silence(tx, channel._id, { by, userId, wasRung: rung.length > 0 });
}

/** Stops ringing for a user who does not want to answer, and notifies the caller. Returns false if it did not ring. */
async function declineCall(tx: EndRingTx, channelId: string, userId: string): Promise<boolean> {
  const caller = (await findCall(tx, channelId))?.initiator_id;
  if (caller == null || (await takeRings(tx, channelId, userId)).length === 0) return false;
  tx.emit(CallDeclined, { channel_id: channelId, user: userId }, { caller });
  await silence(tx, channelId, { by: caller, userId, wasRung: true });
  return true;
}

/** Lets all devices of a user be quiet. */
async function silence(
  tx: EndRingTx,
  channelId: string,
  { by, userId, wasRung }: RingEnd & { readonly wasRung: boolean },
): Promise<void> {
  // The reference server notifies only devices with push, and an open page would keep ringing.
  const update = { initiator_id: by, channel_id: channelId, started_at: null, ended: true };
  if (wasRung) tx.emit(CallUpdated, update, { users: [userId] });
  await notifyCall(tx, { channel: channelId, by, to: [userId], startedAt: null, ended: true });
}
