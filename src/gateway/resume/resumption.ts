import type { Config } from "../../config/schema.ts";
import type { CooperativeScheduler } from "../../platform/concurrency/cooperative-scheduler.ts";
import type { Announcement } from "../../visibility/announcement.ts";
import type { Audience } from "../audience.ts";
import { jsonWithPositions, type Packet } from "../codec.ts";
import type { ResumeRequest } from "../connect-query.ts";
import type { Connection } from "../connection.ts";
import { authorOf, type Packets } from "../delivery.ts";
import { isLoggedOutBy } from "../logged-out.ts";
import type { View } from "../view.ts";
import { replay } from "./replay.ts";
import { ReplayLog } from "./replay-log.ts";

/** Why a connection was not resumed: this node does not know it, or no longer knows what it missed. */
type ResumeFailure = "unknown" | "expired";
export type ResumeOutcome = ResumeFailure | { readonly bytes: number };

/** What a client gets instead of a Ready. */
export interface Resumed {
  readonly packets: readonly Packet[];
  /** The position of the client. */
  readonly from: string;
  /** The position from which it continues. */
  readonly to: string;
  /** The view of its user after these packets. */
  readonly view: View;
  readonly subscriptions: ReadonlyMap<string, number>;
}

interface ResumptionDependencies {
  readonly audience: Audience;
  readonly settings: Config["events"];
  readonly scheduler: CooperativeScheduler;
}

/**
 * Lets clients resume their connections to this node: knows what each connection could see and what it has missed. A
 * position is the number of announcements of commits that this node had received.
 */
export class Resumption {
  readonly #audience: Audience;
  readonly #settings: Config["events"];
  readonly #scheduler: CooperativeScheduler;
  readonly #log: ReplayLog;
  /** Open ones and those that closed a short time ago, by the id of their user and the id that only their client has. */
  readonly #connections = new Map<string, Map<string, Connection>>();
  #position = 0;

  constructor({ audience, settings, scheduler }: ResumptionDependencies) {
    this.#audience = audience;
    this.#settings = settings;
    this.#scheduler = scheduler;
    // A client may not have learned of the position for as long as it may be silent.
    const keptMs = settings.resume_window_ms + settings.ping_within_ms;
    this.#log = new ReplayLog({ maxBytes: settings.resume_bytes, keptMs });
  }

  /** The present position, as clients are told it. */
  get position(): string {
    return String(this.#position);
  }

  /** Whether the view of a user is kept although no connection is left. */
  keepsViewOf(userId: string): boolean {
    return this.#connections.has(userId);
  }

  /** Counts an announcement. Returns its position if it has to be recorded. */
  count(announcement: Announcement): number | undefined {
    if (announcement.position === undefined) return undefined;
    this.#position += 1;
    if (this.#log.since > this.#position) return undefined;
    announcement.at = this.position;
    return this.#position;
  }

  /** Keeps an announcement for the clients that will have missed it. */
  record(position: number, announcement: Announcement, packets: Packets, now: number): void {
    const { topics, except, within } = announcement;
    const packet = String(packets(jsonWithPositions));
    this.#log.add({ position, topics, except, within, author: authorOf(announcement)?._id, packet }, now);
  }

  /** Keeps events from now on; called before a connection that can be resumed waits for its Ready. */
  start(): void {
    this.#log.start(this.#position);
  }

  /** Adds a connection that has joined. */
  add(connection: Connection, userId: string): void {
    const own = this.#connections.get(userId) ?? new Map<string, Connection>();
    this.#connections.set(userId, own.set(connection.resumableAs ?? "", connection));
    this.#audience.keepHistory(userId, this.#position);
  }

  /** Forgets the connections of the sessions that an announcement ends. */
  logOut(userId: string, announcement: Announcement): void {
    const own = this.#connections.get(userId);
    for (const [id, { sessionId }] of own ?? [])
      if (isLoggedOutBy(announcement, sessionId, userId)) own?.delete(id);
  }

  /** Gathers what a client has missed, and calls `join` as soon as nothing is left. */
  async resume(
    { position, connection: id }: ResumeRequest,
    connection: Connection,
    { userId, sessionId }: { readonly userId: string; readonly sessionId: string | undefined },
    join: (resumed: Resumed) => void,
  ): Promise<ResumeOutcome> {
    const packets: Packet[] = [];
    let bytes = 0;
    const task = this.#scheduler.start();
    await task.pause();
    for (let from = /^\d{1,15}$/.test(position) ? Number(position) : Number.NaN, isDone = false; ; ) {
      const before = this.#connections.get(userId)?.get(id);
      const user = this.#audience.userOf(userId);
      const isKnown = before && before.sessionId === sessionId && from <= this.#position;
      if (!isKnown || !user?.history) return "unknown";
      const { view, history } = user;
      if (!connection.isOpen || from < this.#log.since || from < history.since) return "expired";
      const changes = history.after(from);
      const subscriptions = new Map(before.serverSubscriptions);
      const { last } = history;
      const { codec } = connection;
      isDone = true;
      for (const [event, packet] of replay({ log: this.#log, codec, from, view, changes, subscriptions })) {
        if (packet !== undefined) {
          packets.push(packet);
          bytes += Buffer.byteLength(packet);
          if (bytes > this.#settings.send_queue_bytes) return "expired";
        }
        from = event.position;
        const pause = task.pause();
        if (!pause) continue;
        await pause;
        // Another round covers what has happened meanwhile; it begins at once if the view has changed.
        isDone = false;
        if (!connection.isOpen || history.last !== last) break;
      }
      if (!isDone) continue;
      // The client has lost the connection before, even if this node has not noticed it yet.
      this.#connections.get(userId)?.delete(id);
      before.terminate();
      join({ packets, from: position, to: this.position, view, subscriptions });
      return { bytes };
    }
  }

  /**
   * Removes what is too old, and returns the users whose views need not be kept any longer. `isAwaited`: a client is
   * connecting, which may need what is kept.
   */
  expire(now: number, isAwaited: boolean): string[] {
    const users: string[] = [];
    for (const [userId, own] of this.#connections) {
      for (const [id, { isOpen, lastActiveAt }] of own)
        if (!isOpen && now - lastActiveAt >= this.#settings.resume_window_ms) own.delete(id);
      if (own.size === 0 && this.#connections.delete(userId)) users.push(userId);
    }
    this.#log.expire(now);
    if (this.#connections.size > 0) this.#audience.forgetHistory(this.#log.since);
    else if (!isAwaited) this.#log.stop();
    for (const userId of users) this.#audience.endHistory(userId);
    return users;
  }

  /** Forgets everything, because events may be missing. */
  reset(): void {
    this.#log.stop();
    this.#connections.clear();
  }
}
