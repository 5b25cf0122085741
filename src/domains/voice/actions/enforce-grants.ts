import type { JobContext } from "../../../declare/job.ts";
import type { VoiceNode } from "../../../platform/voice/port.ts";
import { findChannel } from "../../channels/index.ts";
import { sameGrants, toGrantColumns } from "../rules/grants.ts";
import { markTurnedOut } from "../store/calls.ts";
import { findState, listStates, setStateGrants } from "../store/states.ts";
import type { VoiceStateRow } from "../tables.ts";
import { findGrants } from "./call-access.ts";
import { hasSession } from "./may-connect.ts";
import { emitChangedFlags, removeAllParticipants } from "./participants.ts";
import { lowerHandOf } from "./raise-hand.ts";

/** Compares what the participants of a call may do with what the voice node grants them, and corrects the node. */
export async function enforceGrants(context: JobContext, node: VoiceNode, channelId: string): Promise<void> {
  const channel = await context.read((db) => findChannel(db, channelId));
  if (!channel) {
    await node.deleteRoom(channelId);
    await context.write((tx) => removeAllParticipants(tx, channelId));
    return;
  }
  const participants = await context.read((db) => listStates(db, [channelId]));
  for (const { state } of participants) await enforceParticipant(context, node, state);
}

async function enforceParticipant(
  { read, write }: JobContext,
  node: VoiceNode,
  state: VoiceStateRow,
): Promise<void> {
  const { channel_id, user_id } = state;
  const hasEnded = !(await read((db) => hasSession(db, state.session_id)));
  const grants = hasEnded ? undefined : await read((db) => findGrants(db, channel_id, user_id));
  // First, so that the client cannot connect again with a token that it got during the call.
  if (hasEnded) await write((tx) => markTurnedOut(tx, { channelId: channel_id, userId: user_id }));
  // The node reports the end of the stay, which removes the state.
  if (!grants) return await node.removeParticipant(channel_id, user_id);
  const columns = toGrantColumns(grants);
  if (sameGrants(columns, state)) return;
  await node.setGrants(channel_id, user_id, grants);
  await write(async (tx) => {
    const before = await findState(tx, channel_id, user_id);
    await setStateGrants(tx, state, columns);
    const after = await findState(tx, channel_id, user_id);
    if (before && after) emitChangedFlags(tx, before, after);
    // What a hand asks for.
    const maySpeak = (sources: string) => sources.split(",").includes("microphone");
    if (after && maySpeak(columns.sources) && !maySpeak(state.sources)) await lowerHandOf(tx, after.state);
  });
}
