import type { Reader } from "../../../declare/tx.ts";
import type { RenderedNotification } from "../../../platform/push/port.ts";
import type {
  CallNotification,
  DeviceNotification,
  FriendNotification,
  PushNotification,
} from "../../accounts/index.ts";
import { findUser, type UserRow } from "../../users/index.ts";
import { avatarUrl } from "../rules/image-urls.ts";
import { renderMessage } from "./render-message.ts";

const weekSeconds = 7 * 86_400;
const ringSeconds = 30;

/** Renders the text of a notification; undefined if it is no longer relevant, or if it only updates the badge. */
export async function renderNotification(
  db: Reader,
  notification: PushNotification,
): Promise<RenderedNotification | undefined> {
  switch (notification.kind) {
    case "message":
      return renderMessage(db, notification);
    case "friend":
      return renderFriend(db, notification);
    case "call":
      return renderCall(db, notification);
    case "device":
      return renderDevice(db, notification);
    case "badge":
      return undefined;
  }
}

async function renderFriend(
  db: Reader,
  { from, step, at }: FriendNotification,
): Promise<RenderedNotification | undefined> {
  const user = await findUser(db, from);
  if (!user) return undefined;
  const author = displayName(user);
  return {
    author,
    icon: avatarUrl(user, db.services.urls),
    body: step === "asked" ? `${author} sent you a friend request` : `${author} accepted your friend request`,
    tag: from,
    timestamp: Math.floor(at / 1_000),
    url: `${db.services.urls.app}/friends`,
    details: {},
    shortDetails: {},
    delivery: { ttl: weekSeconds, urgency: "normal", id: from },
  };
}

async function renderDevice(
  db: Reader,
  { user: userId, by, device, at }: DeviceNotification,
): Promise<RenderedNotification | undefined> {
  const user = await findUser(db, userId);
  if (!user) return undefined;
  return {
    author: by === "identity" ? "New way to log in" : "New device",
    icon: avatarUrl(user, db.services.urls),
    body:
      by === "identity"
        ? `${device} was linked to your account. If it was not you, unlink it and change your password.`
        : `${device} signed in to your account. If it was not you, log it out and change your password.`,
    tag: `device${at}`,
    timestamp: Math.floor(at / 1_000),
    url: `${db.services.urls.app}/settings/${by === "identity" ? "account" : "sessions"}`,
    details: {},
    shortDetails: {},
    delivery: { ttl: weekSeconds, urgency: "high", id: `device${at}` },
  };
}

async function renderCall(db: Reader, call: CallNotification): Promise<RenderedNotification | undefined> {
  const { channel, by, startedAt, ended, at } = call;
  const { clock, urls } = db.services;
  const timestamp = Math.floor(at / 1_000);
  const secondsLeft = timestamp + ringSeconds - Math.floor(clock.now() / 1_000);
  const user = await findUser(db, by);
  if (!user || secondsLeft <= 0) return undefined;
  const author = displayName(user);
  const details = {
    initiator_id: by,
    channel_id: channel,
    started_at: startedAt === null ? null : new Date(startedAt).toISOString(),
    ended,
  };
  return {
    author,
    icon: avatarUrl(user, urls),
    body: ended ? "The call has ended" : `${author} is calling`,
    tag: channel,
    timestamp,
    url: `${urls.app}/channel/${channel}`,
    details,
    shortDetails: details,
    delivery: { ttl: secondsLeft, urgency: "high", topic: `call${channel}`, id: `call${channel}` },
  };
}

function displayName({ display_name, username }: UserRow): string {
  return display_name ?? username;
}
