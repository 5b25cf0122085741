import type { Announcement, Topic } from "../visibility/announcement.ts";
import type { Connection } from "./connection.ts";

/** Announcements that nobody waits for any more are removed in portions of at least this many. */
const minRemoved = 1_000;

/**
 * The announcements since the oldest of the connections that wait for Ready began to wait. All of them share one list,
 * because very many may wait at once. In that case nearly every announcement says that one more user is online, so
 * those without a commit are found by topic: no connection has to go through the announcements for all others.
 */
export class HeldAnnouncements {
  /** The index from which on each connection waits; the oldest connection is the first. */
  readonly #waiting = new Map<Connection, number>();
  #announcements: Announcement[] = [];
  /** How many were removed from the front of the list; indexes count them. */
  #removed = 0;
  /** Indexes of those with a commit or view changes. */
  #committed: number[] = [];
  /** Indexes of those without, by topic. */
  #uncommitted = new Map<Topic, number[]>();

  get size(): number {
    return this.#announcements.length;
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  hold(connection: Connection): void {
    this.#waiting.set(connection, this.#end);
  }

  add(announcement: Announcement): void {
    if (this.#waiting.size === 0) return;
    this.#addToIndex(announcement, this.#end);
    this.#announcements.push(announcement);
  }

  /** The announcements that came while the connection waited. */
  of(connection: Connection): Announcement[] {
    return this.#announcements.slice(this.#from(connection) - this.#removed);
  }

  /** Those of them that have a commit or view changes. */
  committedOf(connection: Connection): Announcement[] {
    return this.#at(this.#committed, connection);
  }

  /** The same and the others that are on one of these topics, in their order. */
  concerning(connection: Connection, topics: () => Iterable<Topic>): Announcement[] {
    if (this.#uncommitted.size === 0) return this.committedOf(connection);
    const from = this.#from(connection);
    const indexes = new Set(this.#committed.filter((index) => index >= from));
    for (const topic of topics())
      for (const index of this.#uncommitted.get(topic) ?? []) if (index >= from) indexes.add(index);
    return this.#at(
      [...indexes].sort((a, b) => a - b),
      connection,
    );
  }

  release(connection: Connection): void {
    if (!this.#waiting.delete(connection)) return;
    const [oldest = this.#end] = this.#waiting.values();
    const removable = oldest - this.#removed;
    if (this.#waiting.size > 0 && removable < Math.max(minRemoved, this.#announcements.length / 2)) return;
    this.#announcements = this.#announcements.slice(removable);
    this.#removed = oldest;
    this.#committed = [];
    this.#uncommitted = new Map();
    for (const [offset, announcement] of this.#announcements.entries())
      this.#addToIndex(announcement, this.#removed + offset);
  }

  get #end(): number {
    return this.#removed + this.#announcements.length;
  }

  #from(connection: Connection): number {
    return this.#waiting.get(connection) ?? this.#end;
  }

  #at(indexes: readonly number[], connection: Connection): Announcement[] {
    const from = this.#from(connection);
    return indexes.flatMap((index) =>
      index < from ? [] : (this.#announcements[index - this.#removed] ?? []),
    );
  }

  #addToIndex({ position, topics, changes = [] }: Announcement, index: number): void {
    if (position !== undefined || changes.length > 0) {
      this.#committed.push(index);
      return;
    }
    for (const topic of topics) {
      const indexes = this.#uncommitted.get(topic);
      if (indexes) indexes.push(index);
      else this.#uncommitted.set(topic, [index]);
    }
  }
}
