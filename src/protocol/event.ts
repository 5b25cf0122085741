import type { Static, TSchema } from "typebox";
import type { ViewChange } from "./view-change.ts";

/** The audience of an event: every connection that is subscribed to one of its topics receives it once. */
export type Topic = string & { readonly __topic: true };

export const topic = {
  /** Every connection of one user. */
  private: (userId: string) => `private:${userId}` as Topic,
  /** The user's own connections, and those of users who have this user in view and may see the status. */
  user: (userId: string) => `user:${userId}` as Topic,
  /** Users whom this user has blocked: they have the user in view, but not the status. */
  blockedBy: (userId: string) => `blocked-by:${userId}` as Topic,
  /** Every connection that can view the channel. */
  channel: (channelId: string) => `channel:${channelId}` as Topic,
  /** Every member of the server. */
  server: (serverId: string) => `server:${serverId}` as Topic,
  /** Subscribers to every update of a user in the server: bots, and clients that sent Subscribe recently. */
  serverUsers: (serverId: string) => `server-users:${serverId}` as Topic,
  /** No connection. As the first topic of an audience, it leaves all connections to be checked one by one. */
  none: "none" as Topic,
};

declare const reached: unique symbol;

export interface EventSpec<Name extends string = string, P extends TSchema = TSchema, R = unknown> {
  readonly name: Name;
  readonly doc: string;
  readonly payload: P;
  readonly audience: (payload: never, reach: never) => readonly Topic[];
  readonly except?: (payload: never, reach: never) => readonly Topic[];
  readonly within?: (payload: never, reach: never) => readonly Topic[];
  readonly changes?: (payload: never, reach: never) => readonly ViewChange[];
  readonly [reached]?: R;
}

export type PayloadOf<E> = E extends EventSpec<string, infer P, infer _> ? Static<P> : never;

/** What the emitter adds where the payload alone does not determine the audience. */
export type ReachOf<E> = E extends EventSpec<string, infer _, infer R> ? R : never;
export type ReachArgument<E> = undefined extends ReachOf<E> ? [reach?: ReachOf<E>] : [reach: ReachOf<E>];

/** Declares an event, which clients receive as `{type: name, ...payload}`. */
export function event<const Name extends string, P extends TSchema, R = undefined>(spec: {
  name: Name;
  doc: string;
  payload: P;
  audience: (payload: Static<P>, reach: R) => readonly Topic[];
  /**
   * Connections on one of these topics are skipped. The first topic of the audience must not overlap with these: it
   * is published to all subscribers at once, without a check of each.
   */
  except?: (payload: Static<P>, reach: R) => readonly Topic[];
  /** Only connections on all of these topics are reached; the first topic of the audience must imply them. */
  within?: (payload: Static<P>, reach: R) => readonly Topic[];
  /** The changes in what users can see. */
  changes?: (payload: Static<P>, reach: R) => readonly ViewChange[];
}): EventSpec<Name, P, R> {
  return spec;
}

/** An event on its way from a transaction to its audience. It is plain data, which the database can store. */
export interface Announcement {
  readonly name: string;
  readonly payload: unknown;
  readonly topics: readonly Topic[];
  except?: readonly Topic[];
  within?: readonly Topic[];
  changes?: readonly ViewChange[];
  /** The position of the commit that emitted it; absent for events without a transaction (typing, presence). */
  position?: number;
}

export function announce<E extends EventSpec>(
  spec: E,
  payload: PayloadOf<E>,
  ...[reach]: ReachArgument<E>
): Announcement {
  const content = payload as never;
  const to = reach as never;
  const except = spec.except?.(content, to) ?? [];
  const within = spec.within?.(content, to) ?? [];
  const changes = spec.changes?.(content, to) ?? [];
  const announcement: Announcement = { name: spec.name, payload, topics: spec.audience(content, to) };
  if (except.length > 0) announcement.except = except;
  if (within.length > 0) announcement.within = within;
  if (changes.length > 0) announcement.changes = changes;
  return announcement;
}
