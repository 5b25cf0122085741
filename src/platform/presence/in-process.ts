import type { Presence } from "./port.ts";

interface Entry {
  connections: number;
  /** With no connection left: when the user counts as gone. */
  goneAt: number;
}

/** Counts connections by user. The last to close leaves the user here for a while: most come straight back. */
export class InProcessPresence implements Presence {
  readonly #users = new Map<string, Entry>();
  /** Those without a connection. */
  readonly #leaving = new Set<string>();

  isConnected(userId: string): boolean {
    return this.#users.has(userId);
  }

  isListening(userId: string): boolean {
    return this.#users.has(userId) && !this.#leaving.has(userId);
  }

  /** Returns whether the user was not here before. */
  enter(userId: string): boolean {
    const entry = this.#users.get(userId);
    this.#leaving.delete(userId);
    if (entry) entry.connections += 1;
    else this.#users.set(userId, { connections: 1, goneAt: 0 });
    return entry === undefined;
  }

  leave(userId: string, goneAt: number): void {
    const entry = this.#users.get(userId);
    if (!entry) return;
    entry.connections -= 1;
    if (entry.connections > 0) return;
    entry.goneAt = goneAt;
    this.#leaving.add(userId);
  }

  /** Forgets, and names, those who have been away for long enough. */
  takeGone(now: number): string[] {
    const gone: string[] = [];
    for (const userId of this.#leaving) {
      if ((this.#users.get(userId)?.goneAt ?? 0) <= now) gone.push(userId);
    }
    for (const userId of gone) {
      this.#leaving.delete(userId);
      this.#users.delete(userId);
    }
    return gone;
  }
}
