import type { Connection } from "../connection.ts";

/** A connection that its client can resume, open or closed. */
export interface ResumableConnection {
  readonly userId: string;
  /** Undefined for bots. */
  readonly sessionId: string | undefined;
  /** Undefined once it is closed. */
  connection: Connection | undefined;
  /** When the subscriptions to the users of servers expire, by the id of the server. */
  subscriptions: ReadonlyMap<string, number>;
  closedAt: number;
}

const none: ReadonlyMap<string, number> = new Map();

/** The connections that can be resumed on this node: those that are open, and those that closed a short time ago. */
export class ResumableConnections {
  readonly #byId = new Map<string, ResumableConnection>();
  /** How many of them each user has. */
  readonly #counts = new Map<string, number>();
  readonly #windowMs: number;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  get size(): number {
    return this.#byId.size;
  }

  has(userId: string): boolean {
    return this.#counts.has(userId);
  }

  get(id: string): ResumableConnection | undefined {
    return this.#byId.get(id);
  }

  add(id: string, userId: string, connection: Connection): void {
    const { sessionId } = connection;
    this.#byId.set(id, { userId, sessionId, connection, subscriptions: none, closedAt: 0 });
    this.#counts.set(userId, (this.#counts.get(userId) ?? 0) + 1);
  }

  /** Notes that a connection closes; before its subscriptions end. */
  close({ resumableAs, serverSubscriptions }: Connection, now: number): void {
    const resumable = resumableAs === undefined ? undefined : this.#byId.get(resumableAs);
    if (!resumable) return;
    resumable.connection = undefined;
    resumable.subscriptions = serverSubscriptions ? new Map(serverSubscriptions) : none;
    resumable.closedAt = now;
  }

  /** Returns whether the user has no other one. */
  remove(id: string): boolean {
    const resumable = this.#byId.get(id);
    if (!resumable) return false;
    this.#byId.delete(id);
    const left = (this.#counts.get(resumable.userId) ?? 1) - 1;
    if (left > 0) this.#counts.set(resumable.userId, left);
    else this.#counts.delete(resumable.userId);
    return left === 0;
  }

  /** Removes those whose time is over, and returns the users who have no other one. */
  expire(now: number): string[] {
    const gone: string[] = [];
    for (const [id, { connection, closedAt, userId }] of this.#byId)
      if (!connection && now - closedAt >= this.#windowMs && this.remove(id)) gone.push(userId);
    return gone;
  }

  clear(): void {
    this.#byId.clear();
    this.#counts.clear();
  }
}
