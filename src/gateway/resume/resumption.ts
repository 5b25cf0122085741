import type { Config } from "../../config/schema.ts";
import type { Bus } from "../../platform/bus/port.ts";
import type { CooperativeScheduler } from "../../platform/concurrency/cooperative-scheduler.ts";
import type { Vault } from "../../platform/secrets/vault.ts";
import type { Announcement } from "../../visibility/announcement.ts";
import type { Audience } from "../audience.ts";
import { encodeAll, jsonWithPositions, type Packet } from "../codec.ts";
import type { ResumeRequest } from "../connect-query.ts";
import type { Connection } from "../connection.ts";
import type { Packets } from "../delivery.ts";
import type { HandshakeResult } from "../handshake.ts";
import { isLoggedOutBy } from "../logged-out.ts";
import { View } from "../view.ts";
import { mayConcern } from "./concerns.ts";
import { ConnectionIds, type SessionOfUser } from "./connection-ids.ts";
import { replay } from "./replay.ts";
import { loggedEvent, ReplayLog } from "./replay-log.ts";
import { type ResumableConnection, ResumableConnections } from "./resumable-connections.ts";
import {
  type AnnouncementPosition,
  formatPosition,
  isBefore,
  isMissed,
  type MutablePosition,
  parsePosition,
  type StreamPosition,
} from "./stream-position.ts";

/** Why a connection was not resumed: it is not known here, or what it missed is no longer. */
type ResumeFailure = "unknown" | "expired";
export type ResumeOutcome = ResumeFailure | { readonly bytes: number };

interface Missed {
  readonly packets: Packet[];
  bytes: number;
}

/** What a client gets instead of a Ready. */
export interface Resumed extends Readonly<Missed> {
  /** The position of the client. */
  readonly from: string;
  /** The position from which it continues. */
  readonly to: string;
  /** The view of its user after these packets. */
  readonly view: View;
}

interface ResumptionDependencies {
  readonly audience: Audience;
  readonly settings: Config["events"];
  /** The position of the last announcement of a commit, which the caller counts. */
  readonly position: MutablePosition;
  readonly vault: Vault;
  readonly scheduler: CooperativeScheduler;
  readonly bus: Pick<Bus, "commitsSince">;
}

/** Lets clients resume their connections: knows what each connection could see and what it has missed. */
export class Resumption {
  readonly #audience: Audience;
  readonly #settings: Config["events"];
  readonly #log: ReplayLog;
  readonly #connections: ResumableConnections;
  readonly #position: MutablePosition;
  readonly #ids: ConnectionIds;
  readonly #scheduler: CooperativeScheduler;
  readonly #bus: Pick<Bus, "commitsSince">;
  #loading: Promise<unknown> = Promise.resolve();

  constructor({ audience, settings, position, vault, scheduler, bus }: ResumptionDependencies) {
    this.#audience = audience;
    this.#position = position;
    this.#ids = new ConnectionIds(vault);
    this.#scheduler = scheduler;
    this.#bus = bus;
    this.#settings = settings;
    this.#connections = new ResumableConnections(settings.resume_window_ms);
    // A client may not have learned of the position for as long as it may be silent.
    const keptMs = settings.resume_window_ms + settings.ping_within_ms;
    this.#log = new ReplayLog({ maxBytes: settings.resume_bytes, keptMs });
  }

  /** Where the stream is, as clients are told it. */
  get position(): string {
    return formatPosition(this.#position);
  }

  get logBytes(): number {
    return this.#log.bytes;
  }

  /** Whether the view of a user is kept although no connection is left. */
  keepsViewOf(userId: string): boolean {
    return this.#connections.has(userId);
  }

  /** The position of an announcement that has just been counted, if it has to be recorded. */
  positionOf(announcement: Announcement): AnnouncementPosition | undefined {
    const { position } = announcement;
    if (position === undefined || !this.#log.isActive) return undefined;
    announcement.at = this.position;
    return { ...this.#position, announced: position };
  }

  /** Keeps an announcement for those who will have missed it. */
  record(at: AnnouncementPosition, announcement: Announcement, packets: Packets, now: number): void {
    this.#log.add(loggedEvent(at, announcement, String(packets(jsonWithPositions))), now);
  }

  /** A commit was left out, because no view here depends on it. */
  leaveOut(commit: number): void {
    this.#log.leaveOut(commit);
  }

  /** Before a connection that can be resumed waits for its Ready. */
  start(): void {
    this.#log.start({ ...this.#position });
  }

  /** Adds a connection that has joined, with the state up to this commit. */
  add(connection: Connection, userId: string, commit: number): void {
    if (commit > this.#position.commit) Object.assign(this.#position, { commit, index: 0, mark: 0 });
    this.#connections.add(connection.resumableAs ?? "", userId, connection);
    this.#audience.keepHistory(userId, { ...this.#position });
  }

  close(connection: Connection, now: number): void {
    this.#connections.close(connection, now);
  }

  /** The id of a new connection. */
  newId(caller: SessionOfUser): string {
    return this.#ids.create(caller);
  }

  /** The position of a Ready: after all announcements of this commit. */
  positionOfCommit(commit: number): string {
    const { commit: last, mark } = this.#position;
    return formatPosition({ commit, index: Number.POSITIVE_INFINITY, mark: commit === last ? mark : 0 });
  }

  /**
   * Finds what a client has missed that was connected to another node, or before this one started: the events that the
   * bus has stored. Returns the position of the client if all of them are known. No commit may be left out from before
   * the call until the client has joined.
   */
  async load(
    { position, connection }: ResumeRequest,
    caller: SessionOfUser,
  ): Promise<StreamPosition | undefined> {
    const from = parsePosition(position);
    if (!from?.mark || !this.#ids.isOf(connection, caller)) return undefined;
    this.start();
    // One after another: the next may find what it needs.
    const loading = this.#loading.then(() => this.#loadFrom(from));
    this.#loading = loading.catch(() => {});
    return (await loading) && this.#log.isWholeFrom(from) ? from : undefined;
  }

  /** Returns whether the position is in the log of commits. */
  async #loadFrom(from: StreamPosition): Promise<boolean> {
    const first = { position: from.commit, mark: from.mark ?? 0 };
    const isKept = this.#log.isWholeFrom(from);
    const { commit: upTo } = this.#position;
    const { since } = this.#log;
    if (!since) return false;
    // Another commit may have come to have this position, also if the log has all after it.
    const commits = await this.#bus.commitsSince(first, isKept ? from.commit : upTo);
    if (!commits || isKept) return commits !== undefined;
    const events = commits.flatMap(({ position: commit, mark, announcements }) =>
      announcements.map((announcement, index) => {
        const position = { commit, index, mark, announced: commit };
        const packet = encodeAll(jsonWithPositions, [announcement], formatPosition(position));
        return loggedEvent(position, announcement, String(packet));
      }),
    );
    this.#log.fill({ first: from.commit, upTo }, events, since);
    return true;
  }

  /** Gathers what a client has missed before this Ready, unless it is too much or its view may have changed. */
  async resumeElsewhere(
    { position: upTo, view: state }: HandshakeResult,
    from: StreamPosition,
    { codec }: Connection,
  ): Promise<Resumed | undefined> {
    const task = this.#scheduler.start();
    await task.pause();
    const view = new View(state);
    if (!this.#log.isWholeFrom(from) || from.commit > upTo) return undefined;
    for (const change of this.#log.changesAfter(from, upTo)) if (mayConcern(change, view)) return undefined;
    const missed: Missed = { packets: [], bytes: 0 };
    const then = { from, view, upTo, changes: [], subscriptions: noSubscriptions };
    for (const [, packet] of replay({ log: this.#log, codec, ...then })) {
      if (!this.#add(packet, missed)) return undefined;
      const pause = task.pause();
      if (pause) await pause;
    }
    return { ...missed, from: formatPosition(from), to: this.positionOfCommit(upTo), view };
  }

  /**
   * Gathers what a client that was connected to this node has missed. Calls `join` as soon as nothing is left, with the
   * subscriptions of the previous connection.
   */
  async resume(
    { position, connection: id }: ResumeRequest,
    connection: Connection,
    { userId, sessionId }: SessionOfUser,
    join: (resumed: Resumed, subscriptions: ReadonlyMap<string, number>) => void,
  ): Promise<Resumed | ResumeFailure | "logged out"> {
    const start = parsePosition(position);
    const missed: Missed = { packets: [], bytes: 0 };
    const task = this.#scheduler.start();
    await task.pause();
    for (let from = start, isDone = false; ; ) {
      const before = this.#connections.get(id);
      if (before?.userId !== userId || before.sessionId !== sessionId) return "unknown";
      const user = this.#audience.userOf(userId);
      if (!start || !from || !user?.history || isBefore(this.#position, wholeOf(from))) return "unknown";
      const { view, history } = user;
      if (!connection.isOpen || !this.#log.covers(from) || !history.covers(from)) return "expired";
      const changes = history.after(from);
      if (changes.some((change) => isLoggedOutBy(change, sessionId, userId))) return "logged out";
      const subscriptions = before.connection?.serverSubscriptions ?? before.subscriptions;
      const { last } = history;
      isDone = true;
      for (const [event, packet] of replay({
        log: this.#log,
        codec: connection.codec,
        from,
        view,
        changes,
        subscriptions,
      })) {
        if (isMissed(event, start) && !this.#add(packet, missed)) return "expired";
        from = event;
        const pause = task.pause();
        if (!pause) continue;
        await pause;
        // Another round covers what has happened meanwhile; it begins at once if the view has changed.
        isDone = false;
        if (!connection.isOpen || history.last !== last) break;
      }
      if (!isDone) continue;
      this.#replace(id, before);
      const resumed = { ...missed, from: position, to: this.position, view };
      join(resumed, new Map(subscriptions));
      return resumed;
    }
  }

  /**
   * Removes what is too old, and returns the users whose views need not be kept any longer. `isAwaited`: somebody is
   * connecting, who may need what is kept.
   */
  expire(now: number, isAwaited: boolean): string[] {
    const users = this.#connections.expire(now);
    this.#log.expire(now);
    const since = this.#log.since;
    if (since) this.#audience.forgetHistory(since);
    for (const userId of users) this.#audience.endHistory(userId);
    if (this.#connections.size === 0 && !isAwaited) this.#log.stop();
    return users;
  }

  /** Events may be missing: nothing that is known here is complete. */
  reset(): void {
    this.#log.stop();
    this.#connections.clear();
  }

  /** Adds a packet; returns whether all that was missed can still be sent. */
  #add(packet: Packet | undefined, missed: Missed): boolean {
    if (packet === undefined) return true;
    missed.packets.push(packet);
    missed.bytes += Buffer.byteLength(packet);
    return missed.bytes <= this.#settings.send_queue_bytes;
  }

  /** The client has lost the connection before, even if this node has not noticed it yet. */
  #replace(id: string, { connection }: ResumableConnection): void {
    this.#connections.remove(id);
    connection?.terminate();
  }
}

const noSubscriptions: ReadonlySet<string> = new Set();

/** The position of a Ready counts as reached with its commit. */
function wholeOf({ commit, index }: { commit: number; index: number }) {
  return { commit, index: Number.isFinite(index) ? index : 0 };
}
