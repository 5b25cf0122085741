import type { AnyTx } from "../../../declare/tx.ts";
import { findChannel, listRecipients } from "../../channels/index.ts";
import { editSystemMessage, postSystemMessage } from "../../messages/index.ts";
import { findRelation } from "../../users/index.ts";
import { CallUpdated } from "../events.ts";
import { stopRinging } from "../jobs/stop-ringing.ts";
import { addRings, deleteCall, findCall, takeRings, updateCall } from "../store/calls.ts";
import { notifyCall } from "./notify-call.ts";

interface FirstParticipant {
  readonly channelId: string;
  readonly userId: string;
  /** The users to ring for; undefined means all other users of the conversation. */
  readonly recipients: readonly string[] | undefined;
}

/** Begins the call of a channel: posts a system message and, in conversations, rings for the other users. */
export async function startCall(
  tx: AnyTx,
  { channelId, userId, recipients }: FirstParticipant,
): Promise<void> {
  const startedAt = tx.services.clock.now();
  const systemMessage = { type: "call_started", by: userId, finished_at: null } as const;
  const message_id = (await postSystemMessage(tx, channelId, systemMessage)) ?? null;
  await updateCall(tx, channelId, { initiator_id: userId, started_at: startedAt, message_id });
  const others = await listOthers(tx, channelId, userId);
  const named = others.filter((id) => recipients === undefined || recipients.includes(id));
  const rung = await withoutBlockers(tx, named, userId);
  if (rung.length === 0) return;
  await addRings(tx, channelId, rung);
  await notifyCall(tx, { channel: channelId, by: userId, to: rung, startedAt, ended: false });
  const started_at = new Date(startedAt).toISOString();
  tx.emit(
    CallUpdated,
    { initiator_id: userId, channel_id: channelId, started_at, ended: false },
    { users: rung },
  );
  await tx.enqueue(stopRinging, { channelId, startedAt });
}

/** Ends the call of a channel after its last participant has left. */
export async function finishCall(tx: AnyTx, channelId: string, lastUserId: string): Promise<void> {
  const call = await findCall(tx, channelId);
  if (!call) return;
  await deleteCall(tx, channelId);
  await takeRings(tx, channelId);
  const { initiator_id, message_id } = call;
  if (initiator_id === null) return;
  const finished_at = new Date(tx.services.clock.now()).toISOString();
  const systemMessage = { type: "call_started", by: initiator_id, finished_at } as const;
  if (message_id !== null) await editSystemMessage(tx, { channelId, messageId: message_id, systemMessage });
  const others = await listOthers(tx, channelId, lastUserId);
  if (others.length === 0) return;
  const ended = { initiator_id: lastUserId, channel_id: channelId, started_at: null, ended: true };
  tx.emit(CallUpdated, ended, "channel");
  await notifyCall(tx, { channel: channelId, by: lastUserId, to: others, startedAt: null, ended: true });
}

/** A user cannot ring for those who have blocked them. */
async function withoutBlockers(tx: AnyTx, userIds: readonly string[], caller: string): Promise<string[]> {
  const kept: string[] = [];
  for (const id of userIds) if ((await findRelation(tx, id, caller)) !== "Blocked") kept.push(id);
  return kept;
}

/** The other users of a conversation; nobody for channels of servers, where calls do not ring. */
async function listOthers(tx: AnyTx, channelId: string, userId: string): Promise<string[]> {
  const channel = await findChannel(tx, channelId);
  if (!channel || channel.server_id !== null) return [];
  return (await listRecipients(tx, channelId)).filter((id) => id !== userId);
}
