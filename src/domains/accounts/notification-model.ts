import Type, { type Static } from "typebox";

const text = Type.String();

/**
 * The reason for a notification, as jobs store it. It is rendered only when it is sent, because its message may have
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
  Type.Object({
    kind: Type.Literal("device"),
    user: text,
    /** The device or, if one was linked, the identity. */
    device: text,
    by: Type.Optional(Type.Enum(["device", "identity"])),
    at: Type.Integer(),
  }),
  Type.Object({ kind: Type.Literal("badge") }),
]);
export type PushNotification = Static<typeof PushNotification>;
type NotificationOf<K extends PushNotification["kind"]> = Extract<PushNotification, { kind: K }>;
export type MessageNotification = NotificationOf<"message">;
export type FriendNotification = NotificationOf<"friend">;
export type DeviceNotification = NotificationOf<"device">;
export type CallNotification = NotificationOf<"call">;

/** A session with a push subscription. */
export interface Device {
  readonly sessionId: string;
  readonly userId: string;
  /** As it is stored. */
  readonly subscription: string;
}
