import type { Reader } from "../../../declare/tx.ts";
import type { PushNotification } from "../../accounts/index.ts";
import { type Channel, canMemberViewChannel, findAnyChannel } from "../../channels/index.ts";
import { type Message, userIdsIn } from "../../messages/index.ts";
import { listSettings } from "../../sync/index.ts";
import { findRelation } from "../../users/index.ts";
import { findWebhook } from "../../webhooks/index.ts";
import { isWanted } from "../rules/notification-settings.ts";
import { isForEveryone } from "../rules/recipients.ts";
import { findPostedMessage } from "./find-posted-message.ts";

type UserTest = (userId: string) => Promise<boolean>;

/**
 * Picks the users who may get a notification and want it. Every attempt decides this again: since the last one a user
 * may have left, come back, or blocked the author.
 */
export async function filterRecipients(
  db: Reader,
  userIds: ReadonlySet<string>,
  notification: PushNotification,
): Promise<ReadonlySet<string>> {
  const receives = await findTest(db, notification);
  const recipients = new Set<string>();
  for (const userId of userIds) if (await receives(userId)) recipients.add(userId);
  return recipients;
}

async function findTest(db: Reader, notification: PushNotification): Promise<UserTest> {
  const isAway = (userId: string) => !db.services.presence.isListening(userId);
  switch (notification.kind) {
    case "badge":
    case "device":
      return async () => true;
    case "friend": {
      const { step, from } = notification;
      const relation = step === "asked" ? "Incoming" : "Friend";
      return async (userId) => isAway(userId) && (await findRelation(db, userId, from)) === relation;
    }
    case "call": {
      const channel = await findAnyChannel(db, notification.channel);
      return async (userId) =>
        channel !== undefined && accepts(db, userId, { channel, by: [notification.by], mentioned: true });
    }
    case "message": {
      const posted = await findPostedMessage(db, notification);
      if (!posted) return async () => false;
      const { channel, message } = posted;
      const by = await findInvolvedUsers(db, message);
      // In a server's channel only mentioned users are recipients.
      const isMentioned = (userId: string) =>
        channel.channel_type === "TextChannel" ||
        isForEveryone(message) ||
        (message.mentions ?? []).includes(userId);
      return async (userId) =>
        isAway(userId) && accepts(db, userId, { channel, by, mentioned: isMentioned(userId) });
    }
  }
}

interface Occasion {
  readonly channel: Channel;
  /** The users who sent the message, are part of a system message, or began the call. */
  readonly by: readonly string[];
  readonly mentioned: boolean;
}

async function accepts(db: Reader, userId: string, { channel, by, mentioned }: Occasion): Promise<boolean> {
  return (
    (await canView(db, userId, channel)) &&
    !(await hasBlocked(db, userId, by)) &&
    (await wants(db, userId, { channel, mentioned }))
  );
}

async function hasBlocked(db: Reader, userId: string, others: readonly string[]): Promise<boolean> {
  for (const other of others) if ((await findRelation(db, userId, other)) === "Blocked") return true;
  return false;
}

/** The author, the users in a system message, and the creator of a webhook. */
async function findInvolvedUsers(db: Reader, message: Message): Promise<readonly string[]> {
  const creator = message.webhook && (await findWebhook(db, message.author))?.creator_id;
  return [...userIdsIn([message]), ...(creator === undefined ? [] : [creator])];
}

async function canView(db: Reader, userId: string, channel: Channel): Promise<boolean> {
  if (channel.channel_type === "SavedMessages") return false;
  if (channel.channel_type !== "TextChannel") return channel.recipients.includes(userId);
  return canMemberViewChannel(db, channel, userId);
}

async function wants(
  db: Reader,
  userId: string,
  { channel, mentioned }: Pick<Occasion, "channel" | "mentioned">,
): Promise<boolean> {
  const { notifications } = await listSettings(db, userId, ["notifications"]);
  const serverId = channel.channel_type === "TextChannel" ? channel.server : undefined;
  return isWanted(
    notifications?.[1],
    { channelId: channel._id, serverId, mentioned },
    db.services.clock.now(),
  );
}
