/** The kinds of push service: of browsers (RFC 8030), of Google and of Apple. */
export type Carrier = "web" | "fcm" | "apn";

/** What a device subscribes with: an address and keys of a browser, or `fcm` or `apn` and the token of a phone as `auth`. */
export interface DeviceSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A notification in words, the same for every kind of device. */
export interface RenderedNotification {
  /** The name of the user that it is about. */
  readonly author: string;
  readonly icon: string;
  readonly image?: string | undefined;
  readonly body: string;
  /** The text before names replaced the ids of mentions and emoji, where that differs. */
  readonly raw_body?: string | undefined;
  /** A device shows only the newest notification with the same tag. */
  readonly tag: string;
  /** In seconds. */
  readonly timestamp: number;
  readonly url: string;
  /** More fields for apps. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Replaces `details` in a payload that would be too long. */
  readonly shortDetails: Readonly<Record<string, unknown>>;
  readonly delivery: DeliveryOptions;
}

interface DeliveryOptions {
  /** For how many seconds the push service keeps it for a device that is off. */
  readonly ttl: number;
  readonly urgency: "high" | "normal" | "low";
  /** The push service keeps only the newest notification with the same topic. */
  readonly topic?: string | undefined;
  /** The same for both if a notification is sent twice. */
  readonly id: string;
}

/** What one device is sent: a notification, or the badge alone. */
export interface PushPayload {
  readonly notification: RenderedNotification | undefined;
  /** The number of unread mentions; absent for devices that do not show it. */
  readonly badge: number | undefined;
}

/**
 * How a delivery ended: `gone`, the subscription is no longer valid; `retry`, a later attempt may succeed; `refused`,
 * none will.
 */
export type DeliveryOutcome = "sent" | "gone" | "refused" | "retry";

/** An engine: a client of one kind of push service. */
export interface PushService extends Partial<Disposable> {
  /** The origin of the service that serves this subscription. */
  originOf(subscription: DeviceSubscription): string;
  /** Rejects with an OutboundError if the service does not respond, or responds with an error. */
  send(subscription: DeviceSubscription, payload: PushPayload): Promise<DeliveryOutcome>;
}

/** The queue of first attempts, which a slow service would delay for others, or that of later attempts. */
export type DeliveryQueue = "first" | "retry";

export interface PushRecipient {
  readonly userId: string;
  /** The session of the device. */
  readonly sessionId: string;
  readonly subscription: DeviceSubscription;
}

/** Sends payloads to devices over the push services that they have chosen. */
export interface Push extends Disposable {
  /** A failure is an outcome and never thrown: other devices are sent to at the same time. */
  send(recipient: PushRecipient, payload: PushPayload, queue: DeliveryQueue): Promise<DeliveryOutcome>;
}
