import { announce, eventFor, eventNamed } from "../declare/event.ts";
import type { Clock } from "../platform/clock/clock.ts";
import type { Announcement } from "../visibility/announcement.ts";
import type { View } from "./view.ts";

interface TypingIndicator {
  readonly userId: string;
  readonly channelId: string;
  readonly endsAt: number;
  /** Whether the user types on this node, which then announces the end to all nodes. */
  readonly isOwn: boolean;
}

interface TypingDependencies {
  /** To all nodes, this one included. */
  readonly publish: (announcement: Announcement) => void;
  readonly publishHere: (announcement: Announcement) => void;
  readonly lifetimeMs: number;
}

/** The node of the user checks once a second and ends an indicator before the others do. */
const forOtherNodeMs = 1_000;

/**
 * The typing indicators of all users. One that is not renewed expires: the node of the user announces it to all, and
 * each other node ends it by itself if that node is gone.
 */
export class Typing {
  readonly #indicators = new Map<string, TypingIndicator>();
  readonly #dependencies: TypingDependencies;

  constructor(dependencies: TypingDependencies) {
    this.#dependencies = dependencies;
  }

  /** Does nothing where the user may not send messages. */
  begin(view: View, channelId: string, now: number): void {
    if (!view.canSendMessage(channelId, now)) return;
    const { userId } = view;
    const { lifetimeMs, publish } = this.#dependencies;
    this.#set({ userId, channelId, endsAt: now + lifetimeMs, isOwn: true });
    publish(announce(eventFor("typing started"), { id: channelId, user: userId }));
  }

  /** Announces the end where the user may send messages, even of an indicator that is not known or has expired. */
  end(view: View, channelId: string, now: number): void {
    const { userId } = view;
    const indicator = this.#indicators.get(keyOf(userId, channelId));
    if (indicator?.isOwn) this.#end(indicator);
    else if (view.canSendMessage(channelId, now)) this.#dependencies.publish(stopped(userId, channelId));
  }

  /** Ends what the user began on this node. */
  endAllOf(userId: string): void {
    for (const indicator of this.#indicators.values())
      if (indicator.isOwn && indicator.userId === userId) this.#end(indicator);
  }

  /** The indicators that a user sees, as events. */
  seenBy(view: View): Announcement[] {
    return [...this.#indicators.values()]
      .map(({ userId, channelId }) => announce(eventFor("typing started"), { id: channelId, user: userId }))
      .filter((event) => view.receives(event));
  }

  /** Notes what an announcement, of any node, says about typing. */
  follow({ name, payload }: Announcement, clock: Clock): void {
    const role = eventNamed(name)?.role;
    if (role !== "typing started" && role !== "typing stopped") return;
    const { id: channelId, user: userId } = payload as { id: string; user: string };
    const key = keyOf(userId, channelId);
    if (role === "typing stopped") this.#indicators.delete(key);
    else if (!this.#indicators.get(key)?.isOwn) {
      const endsAt = clock.now() + this.#dependencies.lifetimeMs + forOtherNodeMs;
      this.#set({ userId, channelId, endsAt, isOwn: false });
    }
  }

  expire(now: number): void {
    for (const indicator of this.#indicators.values()) if (indicator.endsAt <= now) this.#end(indicator);
  }

  #set(indicator: TypingIndicator): void {
    this.#indicators.set(keyOf(indicator.userId, indicator.channelId), indicator);
  }

  #end({ userId, channelId, isOwn }: TypingIndicator): void {
    const { publish, publishHere } = this.#dependencies;
    this.#indicators.delete(keyOf(userId, channelId));
    (isOwn ? publish : publishHere)(stopped(userId, channelId));
  }
}

const stopped = (userId: string, channelId: string) =>
  announce(eventFor("typing stopped"), { id: channelId, user: userId });

const keyOf = (userId: string, channelId: string) => `${userId} ${channelId}`;
