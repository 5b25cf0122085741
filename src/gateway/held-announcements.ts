import type { Announcement } from "../protocol/event.ts";
import type { Connection } from "./connection.ts";

/** Announcements that nobody waits for any more are removed in portions of at least this many. */
const minRemoved = 1_000;

/**
 * The announcements since the oldest of the connections that wait for Ready began to wait. All of them share one list,
 * because very many may wait at once.
 */
export class HeldAnnouncements {
  /** From which on each connection waits for announcements; the oldest connection is the first. */
  readonly #waiting = new Map<Connection, number>();
  #announcements: Announcement[] = [];
  /** How many were removed from the front of the list. */
  #removed = 0;

  get size(): number {
    return this.#announcements.length;
  }

  hold(connection: Connection): void {
    this.#waiting.set(connection, this.#removed + this.#announcements.length);
  }

  add(announcement: Announcement): void {
    if (this.#waiting.size > 0) this.#announcements.push(announcement);
  }

  /** The announcements that came while the connection waited. */
  *of(connection: Connection): Iterable<Announcement> {
    const from = this.#waiting.get(connection);
    if (from === undefined) return;
    for (let at = from - this.#removed; at < this.#announcements.length; at++)
      yield this.#announcements[at] as Announcement;
  }

  release(connection: Connection): void {
    if (!this.#waiting.delete(connection)) return;
    const [oldest = Number.POSITIVE_INFINITY] = this.#waiting.values();
    const removable = Math.min(oldest - this.#removed, this.#announcements.length);
    if (this.#waiting.size > 0 && removable < Math.max(minRemoved, this.#announcements.length / 2)) return;
    this.#announcements.splice(0, removable);
    this.#removed += removable;
  }
}
