import type { JobContext } from "../../../declare/job.ts";
import type { VoiceNode } from "../../../platform/voice/port.ts";
import type { Reader } from "../../../store/tx.ts";
import { findSession } from "../../accounts/index.ts";
import { findChannel } from "../../conversations/index.ts";
import { sameGrants, toGrantColumns } from "../rules/grants.ts";
import { findState, listStates, setStateGrants } from "../store/states.ts";
import type { VoiceStateRow } from "../tables.ts";
import { findGrants } from "./call-access.ts";
import { emitChangedFlags, removeAllParticipants } from "./participants.ts";

/** Compares what the participants of a call may do with what the voice node was told, and corrects the node. */
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
  const grants = await read(async (db) =>
    (await hasSession(db, state)) ? await findGrants(db, channel_id, user_id) : undefined,
  );
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
  });
}

/** Whether the session that joined the call still exists. Bots have none. */
async function hasSession(db: Reader, { session_id }: VoiceStateRow): Promise<boolean> {
  return session_id === null || (await findSession(db, session_id)) !== undefined;
}
