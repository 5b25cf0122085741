import type { AnyTx } from "../../../declare/tx.ts";
import type { ViewChange } from "../../../visibility/view-change.ts";
import { VoiceJoined } from "../events.ts";
import { enforceCall } from "../jobs/enforce-call.ts";
import { findCall } from "../store/calls.ts";
import { callViews, listConcernedCalls, listStates } from "../store/states.ts";
import { voiceNodes } from "./find-node.ts";

/** Informs users who gain a conversation who is in its call. The gateway does this for channels of servers. */
async function announceCalls(tx: AnyTx, changes: readonly ViewChange[]): Promise<void> {
  for (const change of changes) {
    if (change.kind !== "conversation opened") continue;
    for (const { id, participants } of callViews(await listStates(tx, [change.conversation.id])))
      for (const state of participants) tx.emit(VoiceJoined, { id, state }, { users: change.users });
  }
}

/** Enqueues a check of the running calls that permission changes affect, to run once the changes are committed. */
export async function enforceCalls(tx: AnyTx, changes: readonly ViewChange[]): Promise<void> {
  if (voiceNodes(tx.services).length === 0) return;
  await announceCalls(tx, changes);
  const channels = new Set<string>();
  const servers = new Set<string>();
  const users = new Set<string>();
  for (const change of changes) {
    if ("channel" in change)
      channels.add(typeof change.channel === "string" ? change.channel : change.channel._id);
    else if ("user" in change) users.add(change.user);
    else if ("server" in change) servers.add(change.server);
  }
  if (channels.size + servers.size + users.size === 0) return;
  const concerned = { channels: [...channels], servers: [...servers], users: [...users] };
  for (const channelId of await listConcernedCalls(tx, concerned)) {
    const call = await findCall(tx, channelId);
    if (call) await tx.enqueue(enforceCall, { channelId, node: call.node });
  }
}
