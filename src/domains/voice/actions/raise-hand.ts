import type { AnyTx, Tx } from "../../../declare/tx.ts";
import { assertChannelPermission, type ChannelAccess } from "../../channels/index.ts";
import { VoiceStateUpdated } from "../events.ts";
import { findState, setHandRaised } from "../store/states.ts";
import type { VoiceStateRow } from "../tables.ts";

type HandTx<E extends "MissingPermission" = never> = Tx<typeof VoiceStateUpdated, "NotConnected" | E>;

/** Raises the hand of somebody in a call. A hand that is raised keeps its place in the order. */
export async function raiseHand(tx: HandTx, { channel }: ChannelAccess, userId: string): Promise<void> {
  const found = await findState(tx, channel._id, userId);
  if (!found) throw tx.fail("NotConnected");
  if (found.state.raised_hand_at === null) await setHand(tx, found.state, tx.services.clock.now());
}

/** Lowers the hand of somebody in a call, as that user or as a moderator. */
export async function lowerHand(
  tx: HandTx<"MissingPermission">,
  access: ChannelAccess,
  { by, userId }: { readonly by: string; readonly userId: string },
): Promise<void> {
  if (by !== userId) assertChannelPermission(tx, access, "MuteMembers");
  const found = await findState(tx, access.channel._id, userId);
  if (!found) throw tx.fail("NotConnected");
  await lowerHandOf(tx, found.state);
}

export async function lowerHandOf(tx: AnyTx, state: VoiceStateRow): Promise<void> {
  if (state.raised_hand_at !== null) await setHand(tx, state, null);
}

async function setHand(tx: AnyTx, state: VoiceStateRow, at: number | null): Promise<void> {
  const { channel_id, user_id: id } = state;
  await setHandRaised(tx, state, at);
  const raised_hand = at === null ? null : new Date(at).toISOString();
  tx.emit(VoiceStateUpdated, { id, channel_id, data: { raised_hand } });
}
