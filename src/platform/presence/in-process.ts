import type { Presence } from "./port.ts";

interface Entry {
  connections: number;
  /** With no connection left: the time from which the user counts as offline. */
  offlineAt: number;
}

/** Counts connections by user. A user stays online for a while after the last connection: most reconnect at once. */
export class InProcessPresence implements Presence {
  readonly #users = new Map<string, Entry>();
  /** Users without a connection who are still online. */
  readonly #leaving = new Set<string>();

  isConnected(userId: string): boolean {
    return this.#users.has(userId);
  }

  isListening(userId: string): boolean {
    return this.#users.has(userId) && !this.#leaving.has(userId);
  }

  /** Returns whether the user was offline before. */
  enter(userId: string): boolean {
    const entry = this.#users.get(userId);
    this.#leaving.delete(userId);
    if (entry) entry.connections += 1;
    else this.#users.set(userId, { connections: 1, offlineAt: 0 });
    return entry === undefined;
  }

  leave(userId: string, offlineAt: number): void {
    const entry = this.#users.get(userId);
    if (!entry) return;
    entry.connections -= 1;
    if (entry.connections > 0) return;
    entry.offlineAt = offlineAt;
    this.#leaving.add(userId);
  }

  /** Removes and returns the users whose time to reconnect is over. */
  takeGone(now: number): string[] {
    const offline: string[] = [];
    for (const userId of this.#leaving) {
      if ((this.#users.get(userId)?.offlineAt ?? 0) <= now) offline.push(userId);
    }
    for (const userId of offline) {
      this.#leaving.delete(userId);
      this.#users.delete(userId);
    }
    return offline;
  }
}
