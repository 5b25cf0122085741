import type { JobContext } from "../../../declare/job.ts";
import type { Reader } from "../../../declare/tx.ts";
import type {
  DeliveryOutcome,
  DeliveryQueue,
  DeviceSubscription,
  PushPayload,
} from "../../../platform/push/port.ts";
import { carrierOf } from "../../../platform/push/subscription.ts";
import {
  type Device,
  findShown,
  listDevices,
  type PushNotification,
  putShown,
  removeSubscription,
} from "../../accounts/index.ts";
import { findUnreadMentions } from "../../unreads/index.ts";
import { pushDeliveries } from "../metrics.ts";
import { filterRecipients } from "./filter-recipients.ts";
import { renderNotification } from "./render-notification.ts";

interface AddressedPayload {
  readonly device: Device;
  readonly payload: PushPayload;
}

interface PushDelivery extends AddressedPayload {
  readonly outcome: DeliveryOutcome;
}

/** Sends a notification at once to all devices of these sessions whose users may get it and want it. */
export async function sendToDevices(
  { services, read }: JobContext,
  {
    sessions,
    notification,
  }: { readonly sessions: readonly string[]; readonly notification: PushNotification },
  queue: DeliveryQueue,
): Promise<PushDelivery[]> {
  const payloads = await read((db) => preparePayloads(db, sessions, notification));
  const count = services.metrics.labelledCounter(pushDeliveries);
  return Promise.all(
    payloads.map(async (addressed) => {
      const { device, payload } = addressed;
      const subscription = subscriptionOf(device);
      const outcome = await services.push.send({ ...device, subscription }, payload, queue);
      count({ carrier: carrierOf(subscription), outcome }).add();
      return { ...addressed, outcome };
    }),
  );
}

function subscriptionOf({ subscription }: Device): DeviceSubscription {
  return JSON.parse(subscription);
}

async function preparePayloads(
  db: Reader,
  sessions: readonly string[],
  occasion: PushNotification,
): Promise<AddressedPayload[]> {
  const subscribed = await listDevices(db, sessions);
  const recipients = await filterRecipients(db, new Set(subscribed.map(({ userId }) => userId)), occasion);
  const devices = subscribed.filter(({ userId }) => recipients.has(userId));
  const notification = devices.length > 0 ? await renderNotification(db, occasion) : undefined;
  if (occasion.kind !== "badge" && !notification) return [];
  const payloads: AddressedPayload[] = [];
  for (const device of devices) {
    const showsBadge = carrierOf(subscriptionOf(device)) !== "web";
    const badge = showsBadge ? await countMentions(db, device.userId) : undefined;
    const isTooHigh = badge !== undefined && badge < (await findShown(db, device.sessionId));
    if (notification || isTooHigh) payloads.push({ device, payload: { notification, badge } });
  }
  return payloads;
}

async function countMentions(db: Reader, userId: string): Promise<number> {
  return (await findUnreadMentions(db, userId)).length;
}

/** Removes subscriptions that are no longer valid, and stores the badges that devices show now. */
export async function recordDeliveries(
  { write }: JobContext,
  deliveries: readonly PushDelivery[],
): Promise<void> {
  const gone = deliveries.filter(({ outcome }) => outcome === "gone");
  const badged = deliveries.filter(
    ({ outcome, payload }) => outcome === "sent" && payload.badge !== undefined,
  );
  if (gone.length + badged.length === 0) return;
  await write(async (tx) => {
    for (const { device } of gone) await removeSubscription(tx, device);
    for (const { device, payload } of badged) await putShown(tx, device.sessionId, payload.badge ?? 0);
  });
}
