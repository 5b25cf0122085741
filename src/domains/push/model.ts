import Type, { type Static } from "typebox";

const text = Type.String();

/**
 * The occasion of a notification, as jobs store it. It is rendered only when it is sent, because its message may have
 * been edited or deleted by then.
 */
export const PushNotification = Type.Union([
  Type.Object({ kind: Type.Literal("message"), channel: text, message: text }),
  Type.Object({
    kind: Type.Literal("friend"),
    from: text,
    step: Type.Enum(["asked", "accepted"]),
    at: Type.Integer(),
  }),
  Type.Object({
    kind: Type.Literal("call"),
    channel: text,
    by: text,
    startedAt: Type.Union([Type.Integer(), Type.Null()]),
    ended: Type.Boolean(),
    at: Type.Integer(),
  }),
  Type.Object({ kind: Type.Literal("badge") }),
]);
export type PushNotification = Static<typeof PushNotification>;
type NotificationOf<K extends PushNotification["kind"]> = Extract<PushNotification, { kind: K }>;
export type MessageNotification = NotificationOf<"message">;
export type FriendNotification = NotificationOf<"friend">;
export type CallNotification = NotificationOf<"call">;

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

export interface DeliveryOptions {
  /** For how many seconds the push service keeps it for a device that is off. */
  readonly ttl: number;
  readonly urgency: "high" | "normal" | "low";
  /** The push service keeps only the newest notification with the same topic. */
  readonly topic?: string | undefined;
  /** The same for both if a notification is sent twice. */
  readonly id: string;
}

/** A session with a push subscription. */
export interface Device {
  readonly sessionId: string;
  readonly userId: string;
  /** As it is stored. */
  readonly subscription: string;
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
