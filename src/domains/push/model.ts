import Type, { type Static } from "typebox";

const text = Type.String();

/** What somebody is told of. It is put into words only when it is sent: by then it may be gone, or otherwise. */
export const News = Type.Union([
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
export type News = Static<typeof News>;
type NewsOf<K extends News["kind"]> = Extract<News, { kind: K }>;
export type MessageNews = NewsOf<"message">;
export type FriendNews = NewsOf<"friend">;
export type CallNews = NewsOf<"call">;

/** The news in words, as every kind of device gets them. */
export interface Notice {
  /** Whom it is about. */
  readonly author: string;
  readonly icon: string;
  readonly image?: string | undefined;
  readonly body: string;
  /** The text before mentions and emoji became names, where that differs. */
  readonly raw_body?: string | undefined;
  /** What has the same one is shown in each other's place. */
  readonly tag: string;
  /** In seconds. */
  readonly timestamp: number;
  readonly url: string;
  /** What apps want to know beyond that, and the same in short, for where there is no room. */
  readonly more: Readonly<Record<string, unknown>>;
  readonly brief: Readonly<Record<string, unknown>>;
  readonly sending: Sending;
}

export interface Sending {
  /** For how many seconds it is worth being kept for a device that is off. */
  readonly ttl: number;
  readonly urgency: "high" | "normal" | "low";
  /** Of those that wait with the same one, the newest is enough. */
  readonly topic?: string | undefined;
  /** The same notice sent twice has the same. */
  readonly id: string;
}

/** One way to one person. */
export interface Device {
  readonly sessionId: string;
  readonly userId: string;
  /** As it is stored. */
  readonly subscription: string;
}

/** What is sent to one device: a notice, or the number alone. */
export interface Parcel {
  readonly notice: Notice | undefined;
  /** Mentions that are not read; for devices that show it. */
  readonly badge: number | undefined;
}

/** How sending ended: `gone`, there is no such device; `later`, it is worth trying again; `refused`, it is not. */
export type Outcome = "sent" | "gone" | "refused" | "later";
