import type { AnyTx, Tx } from "../../../declare/tx.ts";
import type { PostedMessage } from "../../messages/index.ts";
import { fanOutMessage } from "../jobs/fan-out-message.ts";
import type { DeviceNotification, FriendNotification } from "../model.ts";
import { isNotified } from "../rules/recipients.ts";
import { listBadged } from "../store/badges.ts";
import { listSubscribed, mayHaveDevices } from "../store/devices.ts";
import { enqueueDelivery } from "./enqueue-delivery.ts";

/**
 * Enqueues the notifications of a message if it may have recipients with devices. Every message with
 * mentions or recipients waits for this: it makes one small query if some of them are away.
 */
export function notifyMessage(tx: AnyTx, posted: PostedMessage): Promise<void> | undefined {
  const recipients = findRecipientIds(posted);
  const { presence } = tx.services;
  const away = recipients === "many" ? recipients : recipients.filter((id) => !presence.isListening(id));
  return away.length > 0 ? enqueueFanOut(tx, posted, away) : undefined;
}

async function enqueueFanOut(
  tx: AnyTx,
  { message: { channel, _id: message } }: PostedMessage,
  away: readonly string[] | "many",
): Promise<void> {
  if (await mayHaveDevices(tx, away)) await tx.enqueue(fanOutMessage, { channel, message });
}

/** The ids of users; `many` where only the database knows them. */
function findRecipientIds({
  message: { author, system },
  mentions,
}: PostedMessage): readonly string[] | "many" {
  if (!mentions) return system && isNotified(system) ? "many" : [];
  const { users, roles, everyone, recipients } = mentions;
  if (!recipients && (everyone || roles.length > 0)) return "many";
  return (recipients ?? users).filter((id) => id !== author);
}

interface FriendshipStep extends Pick<FriendNotification, "from" | "step"> {
  readonly to: string;
}

/** Notifies a user of a friend request, or of the acceptance of their own. */
export async function notifyFriend(tx: AnyTx, { from, to, step }: FriendshipStep): Promise<void> {
  const at = tx.services.clock.now();
  await enqueueDelivery(tx, await listSubscribed(tx, [to]), { kind: "friend", from, step, at });
}

/** Notifies a user's devices of a sign-in on a new one, which has no subscription yet, or of a linked identity. */
export async function notifyAccess(
  tx: AnyTx,
  {
    userId,
    by,
    name,
  }: { readonly userId: string; readonly by: DeviceNotification["by"]; readonly name: string },
): Promise<void> {
  const notification = {
    kind: "device" as const,
    user: userId,
    by,
    device: name,
    at: tx.services.clock.now(),
  };
  await enqueueDelivery(tx, await listSubscribed(tx, [userId]), notification);
}

export interface CallRing {
  readonly channelId: string;
  /** The user who began the call, or ended it. */
  readonly by: string;
  /** The users whose devices ring, or stop ringing. */
  readonly to: readonly string[];
  /** When the call began; null once it has ended. */
  readonly startedAt: number | null;
  readonly ended: boolean;
}

/** Rings the devices of users, or stops them ringing, whether or not the users are connected. */
export async function notifyCall(tx: Tx, { channelId, by, to, startedAt, ended }: CallRing): Promise<void> {
  const others = to.filter((id) => id !== by);
  const at = tx.services.clock.now();
  const notification = { kind: "call" as const, channel: channelId, by, startedAt, ended, at };
  await enqueueDelivery(tx, await listSubscribed(tx, others), notification);
}

interface ChannelReader {
  readonly userId: string;
  readonly sessionId: string | undefined;
}

/** Sends the user's other devices a new badge, if their present one may have become too high. */
export async function lowerBadges(tx: AnyTx, { userId, sessionId }: ChannelReader): Promise<void> {
  const badged = await listBadged(tx, userId);
  const others = badged.filter((id) => id !== sessionId);
  await enqueueDelivery(tx, others, { kind: "badge" });
}
