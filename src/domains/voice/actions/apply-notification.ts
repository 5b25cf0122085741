import type { AnyTx } from "../../../declare/tx.ts";
import type { VoiceNotification } from "../../../platform/voice/port.ts";
import { enforceCall } from "../jobs/enforce-call.ts";
import { refuseTrack } from "../jobs/refuse-track.ts";
import { findCall, markEnded, takeNotification } from "../store/calls.ts";
import {
  addParticipant,
  applyTrackChange,
  removeAllParticipants,
  removeParticipant,
} from "./participants.ts";

/** How long the signature of a notification is valid. */
export const notificationMs = 300_000;

/** Applies what a voice node reports; returns false for a notification that came before or is too old. */
export async function applyNotification(
  tx: AnyTx,
  node: string,
  notification: VoiceNotification,
): Promise<boolean> {
  const isStale = notification.createdAt < tx.services.clock.now() - notificationMs;
  if (isStale || !(await takeNotification(tx, notification.id))) return false;
  const room = { node, channelId: notification.room };
  const call = await findCall(tx, room.channelId);
  // A token for the node of an earlier call may still be used there.
  if (call && call.node !== node) return true;
  switch (notification.kind) {
    case "joined":
      if (await addParticipant(tx, room, notification.participant)) await tx.enqueue(enforceCall, room);
      break;
    case "left":
      await markEnded(tx, notification.participant.sid);
      await removeParticipant(tx, room.channelId, notification.participant);
      break;
    case "track":
      if (await applyTrackChange(tx, room.channelId, notification)) break;
      await tx.enqueue(refuseTrack, {
        ...room,
        userId: notification.participant.identity,
        trackSid: notification.track.sid,
      });
      break;
    case "room finished":
      // The report may be late, and another room of the same name in use.
      await removeAllParticipants(tx, room.channelId, { joinedBefore: notification.createdAt });
      break;
  }
  return true;
}
