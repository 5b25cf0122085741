import type { Static, TSchema } from "typebox";
import type { ViewChange } from "./view-change.ts";

/** Who hears an event: every connection subscribed to one of its topics, once. */
export type Topic = string & { readonly __topic: true };

export const topic = {
  /** Every connection of one user. */
  private: (userId: string) => `private:${userId}` as Topic,
  /** The user's own connections, and all that have this user in view and may see their status. */
  user: (userId: string) => `user:${userId}` as Topic,
  /** Those whom this user has blocked: they have the user in view, but not the status. */
  blockedBy: (userId: string) => `blocked-by:${userId}` as Topic,
  /** Every connection that can view the channel. */
  channel: (channelId: string) => `channel:${channelId}` as Topic,
  /** Every member of the server. */
  server: (serverId: string) => `server:${serverId}` as Topic,
  /** Who hears of every change to a member's user: bots, and people who asked for it a moment ago. */
  serverUsers: (serverId: string) => `server-users:${serverId}` as Topic,
};

declare const reached: unique symbol;

export interface EventSpec<Name extends string = string, P extends TSchema = TSchema, R = unknown> {
  readonly name: Name;
  readonly doc: string;
  readonly payload: P;
  readonly audience: (payload: never, reach: never) => readonly Topic[];
  readonly except?: (payload: never, reach: never) => readonly Topic[];
  readonly changes?: (payload: never, reach: never) => readonly ViewChange[];
  readonly [reached]?: R;
}

export type PayloadOf<E> = E extends EventSpec<string, infer P, infer _> ? Static<P> : never;

/** What the emitter adds to tell the audience, where the payload alone does not. */
export type ReachOf<E> = E extends EventSpec<string, infer _, infer R> ? R : never;
export type ReachArgument<E> = undefined extends ReachOf<E> ? [reach?: ReachOf<E>] : [reach: ReachOf<E>];

/** Declares something that clients are told. It is sent as `{type: name, ...payload}`. */
export function event<const Name extends string, P extends TSchema, R = undefined>(spec: {
  name: Name;
  doc: string;
  payload: P;
  audience: (payload: Static<P>, reach: R) => readonly Topic[];
  /**
   * Whoever holds one of these is passed over. Not so for the first topic of the audience, which is told without
   * context at each: it must not overlap with these.
   */
  except?: (payload: Static<P>, reach: R) => readonly Topic[];
  /** What the event changes in who sees what. */
  changes?: (payload: Static<P>, reach: R) => readonly ViewChange[];
}): EventSpec<Name, P, R> {
  return spec;
}

/** An event on its way from a transaction to the connections that may hear it. Plain data: it may be stored. */
export interface Announcement {
  readonly name: string;
  readonly payload: unknown;
  readonly topics: readonly Topic[];
  except?: readonly Topic[];
  changes?: readonly ViewChange[];
  /** The commit that it tells of; absent for what is not kept (typing, presence). */
  commit?: string;
}

export function announce<E extends EventSpec>(
  spec: E,
  payload: PayloadOf<E>,
  ...[reach]: ReachArgument<E>
): Announcement {
  const said = payload as never;
  const to = reach as never;
  const except = spec.except?.(said, to) ?? [];
  const changes = spec.changes?.(said, to) ?? [];
  const told: Announcement = { name: spec.name, payload, topics: spec.audience(said, to) };
  if (except.length > 0) told.except = except;
  if (changes.length > 0) told.changes = changes;
  return told;
}
