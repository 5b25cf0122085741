import type { Announcement, Topic } from "../../visibility/announcement.ts";
import type { CommitPosition } from "../database/port.ts";

/**
 * Carries announcements from the write path to subscribers, on every node.
 *
 * - Announcements of commits arrive in the order of the commits, on whatever node they were made. None is left out: if
 *   that cannot be kept, the listeners of `onGap` are called.
 * - Announcements that belong to no commit (typing, presence) arrive in the order in which one node publishes them.
 *   They may be lost with a connection or a node.
 * - A subscription receives each announcement once, however many of its topics match, and nothing that was delivered
 *   before it.
 * - An error in a listener affects neither the publisher nor other listeners.
 */
export interface Bus {
  /** Publishes an announcement that belongs to no commit. Resolves when the bus has accepted it. */
  publish(announcement: Announcement): Promise<void>;
  /** The same on this node only. */
  publishHere(announcement: Announcement): void;
  /**
   * Publishes the announcements of a commit of this process. The position is absent if it is not known; then the bus
   * has to find the commit itself.
   */
  publishCommit(commit: CommitPosition | undefined, announcements: readonly Announcement[]): void;
  /**
   * Resolves when the announcements of every commit up to this position have been delivered here, or there was a gap
   * meanwhile.
   */
  waitFor(position: number): Promise<void>;
  /** The position of the last commit that was delivered here. */
  readonly position: number;
  /** How many positions the log is ahead of the one that was delivered here last, after it has been read. */
  lag(): Promise<number>;
  /** Whether what is delivered is up to date. False from a gap until the bus can continue. */
  readonly isCurrent: boolean;
  /**
   * Calls back when announcements may be missing from now on: subscribers that depend on all of them must start over.
   */
  onGap(listener: (reason: string) => void): void;
  /** Resolves when the listener will receive every later announcement. */
  subscribe(topics: readonly Topic[] | "all", listener: Listener): Promise<Subscription>;
  /** Deletes old announcements that the bus has stored, up to a position that every node has delivered. */
  trim(reachedByAll: number): Promise<void>;
  close(): Promise<void>;
}

export type Listener = (announcement: Announcement) => void;

interface Subscription {
  end(): Promise<void>;
}
