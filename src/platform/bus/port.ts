import type { Announcement, Topic } from "../../protocol/event.ts";

/**
 * Carries announcements from the write path to subscribers.
 *
 * - A subscription receives each announcement once, however many of its topics match.
 * - Announcements of one publisher arrive in the order of their `publish` calls.
 * - An error in a listener affects neither the publisher nor other listeners.
 * - A subscription receives nothing that was published before it.
 */
export interface Bus {
  /** Resolves when the bus has accepted the announcement. */
  publish(announcement: Announcement): Promise<void>;
  /** Resolves when the listener will receive every later announcement. */
  subscribe(topics: readonly Topic[] | "all", listener: Listener): Promise<Subscription>;
  close(): Promise<void>;
}

export type Listener = (announcement: Announcement) => void;

export interface Subscription {
  end(): Promise<void>;
}
