import type { Presence, PresenceEntry } from "./port.ts";

interface OwnEntry {
  connections: number;
  isShown: boolean;
  /** With no connection left: the time from which the user counts as offline. */
  offlineAt: number;
}

/** What a change does to the appearance of a user: true or false if they appear online now or no longer do. */
export type Appearance = boolean | undefined;

/**
 * The connections of all users: counted on this node, and as reported on others. A user stays online for a while after
 * the last connection: most reconnect at once.
 */
export class PresenceTable implements Presence {
  readonly #own = new Map<string, OwnEntry>();
  /** Users without a connection here who are still online. */
  readonly #leaving = new Set<string>();
  /** By node, and there by user. */
  readonly #others = new Map<string, Map<string, PresenceEntry>>();
  /** The nodes that are gone, and when their users count as offline. */
  readonly #gone = new Map<string, number>();

  isConnected(userId: string): boolean {
    return this.#own.has(userId) || this.#someElsewhere(userId, () => true);
  }

  isListening(userId: string): boolean {
    return this.connectionsHere(userId) > 0 || this.connectionsElsewhere(userId) > 0;
  }

  countConnected(): number {
    const users = new Set(this.#own.keys());
    for (const others of this.#others.values()) for (const user of others.keys()) users.add(user);
    return users.size;
  }

  /** Whether the user appears online to others. */
  isShown(userId: string): boolean {
    return (this.#own.get(userId)?.isShown ?? false) || this.#someElsewhere(userId, ({ isShown }) => isShown);
  }

  connectionsHere(userId: string): number {
    return this.#own.get(userId)?.connections ?? 0;
  }

  connectionsElsewhere(userId: string): number {
    let sum = 0;
    for (const [node, users] of this.#others)
      if (!this.#gone.has(node)) sum += users.get(userId)?.connections ?? 0;
    return sum;
  }

  /** What other nodes need to know about a user; undefined once the user is gone from this node. */
  entryHere(userId: string): PresenceEntry | undefined {
    const entry = this.#own.get(userId);
    return entry && { connections: entry.connections, isShown: entry.isShown };
  }

  /** What other nodes need to know about all users here. */
  entriesHere(): [user: string, entry: PresenceEntry][] {
    return [...this.#own].map(([user, { connections, isShown }]) => [user, { connections, isShown }]);
  }

  enter(userId: string, isShown: boolean): Appearance {
    return this.#change(userId, () => {
      const entry = this.#own.get(userId);
      this.#leaving.delete(userId);
      if (entry) {
        // The user's previous last connection may not have received a change.
        if (entry.connections === 0) entry.isShown = isShown;
        entry.connections += 1;
      } else this.#own.set(userId, { connections: 1, isShown, offlineAt: 0 });
    });
  }

  leave(userId: string, offlineAt: number): void {
    const entry = this.#own.get(userId);
    if (!entry) return;
    entry.connections -= 1;
    if (entry.connections > 0) return;
    entry.offlineAt = offlineAt;
    this.#leaving.add(userId);
  }

  setShown(userId: string, isShown: boolean): Appearance {
    return this.#change(userId, () => {
      const entry = this.#own.get(userId);
      if (entry) entry.isShown = isShown;
    });
  }

  /** The users on this node whose time to reconnect is over. */
  findGone(now: number): string[] {
    return [...this.#leaving].filter((userId) => (this.#own.get(userId)?.offlineAt ?? 0) <= now);
  }

  /** Removes a user from this node. */
  remove(userId: string): Appearance {
    return this.#change(userId, () => {
      this.#leaving.delete(userId);
      this.#own.delete(userId);
    });
  }

  /** Records what another node reports about a user. */
  setElsewhere(node: string, userId: string, entry: PresenceEntry | undefined): Appearance {
    return this.#change(userId, () => {
      let users = this.#others.get(node);
      if (!users) {
        users = new Map();
        this.#others.set(node, users);
      }
      if (entry) users.set(userId, entry);
      else users.delete(userId);
    });
  }

  /** The users of another node, as last reported. */
  usersOf(node: string): string[] {
    return [...(this.#others.get(node)?.keys() ?? [])];
  }

  /** Notes that a node is gone. Its users stay online until then: most reconnect to another node. */
  expireNode(node: string, offlineAt: number): void {
    this.#gone.set(node, offlineAt);
  }

  /** A node that was thought to be gone has reported again. */
  keepNode(node: string): void {
    this.#gone.delete(node);
  }

  /** Removes the nodes whose time is over, and returns the users who no longer appear online. */
  removeGoneNodes(now: number): string[] {
    const hidden: string[] = [];
    for (const [node, offlineAt] of this.#gone) {
      if (offlineAt > now) continue;
      for (const userId of this.usersOf(node))
        if (this.setElsewhere(node, userId, undefined) === false) hidden.push(userId);
      this.#others.delete(node);
      this.#gone.delete(node);
    }
    return hidden;
  }

  #change(userId: string, change: () => void): Appearance {
    const before = this.isShown(userId);
    change();
    const after = this.isShown(userId);
    return before === after ? undefined : after;
  }

  #someElsewhere(userId: string, holds: (entry: PresenceEntry) => boolean): boolean {
    for (const users of this.#others.values()) {
      const entry = users.get(userId);
      if (entry && holds(entry)) return true;
    }
    return false;
  }
}
