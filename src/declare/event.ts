import type { Static, TSchema } from "typebox";
import type { Announcement, Topic } from "../visibility/announcement.ts";
import type { ViewChange } from "../visibility/view-change.ts";

declare const reached: unique symbol;

/** Events that the event stream recognises or sends on its own. */
type StreamRole =
  /** Its `user` is the author, whom each receiver sees by their relation; its first topic is that of a channel. */
  | "message"
  | "channel shown"
  | "channel hidden"
  /** Sent for each participant of a call in a channel that is shown. */
  | "call joined"
  | "typing started"
  | "typing stopped"
  | "user updated";

interface ShownPresence {
  readonly user: string;
  readonly online: boolean;
}

export interface EventSpec<Name extends string = string, P extends TSchema = TSchema, R = unknown> {
  readonly name: Name;
  readonly doc: string;
  readonly payload: P;
  readonly audience: (payload: never, reach: never) => readonly Topic[];
  readonly except?: (payload: never, reach: never) => readonly Topic[];
  readonly within?: (payload: never, reach: never) => readonly Topic[];
  readonly changes?: (payload: never, reach: never) => readonly ViewChange[];
  readonly role?: StreamRole;
  readonly presence?: (payload: never) => ShownPresence | undefined;
  readonly [reached]?: R;
}

const byName = new Map<string, EventSpec>();
const byRole = new Map<StreamRole, EventSpec>();

/** The declared event of this name. */
export function eventNamed(name: string): EventSpec | undefined {
  return byName.get(name);
}

/** The event that a domain has declared for this role. */
export function eventFor(role: StreamRole): EventSpec {
  const spec = byRole.get(role);
  if (!spec) throw new Error(`no domain declares the event for "${role}"`);
  return spec;
}

export type PayloadOf<E> = E extends EventSpec<string, infer P, infer _> ? Static<P> : never;

/** What the emitter adds where the payload alone does not determine the audience. */
type ReachOf<E> = E extends EventSpec<string, infer _, infer R> ? R : never;
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
  /** What the event is to the event stream. */
  role?: StreamRole;
  /** The presence of another user that the payload shows, if any: it may have changed since it was read. */
  presence?: (payload: Static<P>) => ShownPresence | undefined;
}): EventSpec<Name, P, R> {
  byName.set(spec.name, spec);
  if (spec.role) byRole.set(spec.role, spec);
  return spec;
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
