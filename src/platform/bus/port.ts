import type { Announcement, Topic } from "../../protocol/event.ts";

/**
 * Carries announcements from the write path to whoever listens.
 *
 * - A subscription hears each announcement once, however many of its topics match.
 * - Announcements of one publisher arrive in the order of their `publish` calls.
 * - A listener that throws harms neither the publisher nor other listeners.
 * - Nothing is kept for listeners that come later.
 */
export interface Bus {
  /** Resolves when the bus has taken the announcement. */
  publish(announcement: Announcement): Promise<void>;
  /** Resolves when every later announcement will be heard. */
  subscribe(topics: readonly Topic[] | "all", listener: Listener): Promise<Subscription>;
  close(): Promise<void>;
}

export type Listener = (announcement: Announcement) => void;

export interface Subscription {
  end(): Promise<void>;
}
