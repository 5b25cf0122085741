import type { Announcement } from "../../../visibility/announcement.ts";
import type { CommitPosition } from "../../database/port.ts";
import { type CommitLog, readSize } from "../../database/postgres/commit-log.ts";
import type { CommitContent, NodeLink, NodeMessage } from "../../nodes/port.ts";
import { createInProcessBus } from "../in-process/in-process.ts";
import type { Bus } from "../port.ts";
import { CommitsAhead } from "./commits-ahead.ts";
import { PositionWaiters } from "./position-waiters.ts";

export interface PostgresBusOptions {
  readonly log: CommitLog;
  readonly onListenerError: (error: unknown) => void;
  /** Called when the log cannot be read, once until it can be read again. */
  readonly onReadError?: (error: unknown) => void;
  /** How often the log is read if nothing else causes it. */
  readonly pollMs?: number;
  /** After this time without a successful read there is a gap. */
  readonly maxSilenceMs?: number;
  /** To the other nodes of a cluster. */
  readonly link?: NodeLink;
}

/** How long commits stay in the log at least. */
const retentionMs = 600_000;

/** How long a commit that others have overtaken may take to arrive before the log is read. */
const overtakenMs = 20;

/**
 * Delivers the commits of all processes in the order of the log in PostgreSQL. A commit of this process, or one that
 * arrives from another node with its content, is delivered at once if it is the next one; everything else is read from
 * the log.
 */
export class PostgresBus implements Bus {
  readonly #log: CommitLog;
  readonly #local: Bus;
  readonly #link: NodeLink | undefined;
  readonly #onReadError: (error: unknown) => void;
  readonly #maxSilenceMs: number;
  readonly #timer: Timer;
  readonly #gapListeners: ((reason: string) => void)[] = [];
  readonly #ahead = new CommitsAhead();
  readonly #waiters = new PositionWaiters();
  /** The last commit that was delivered. */
  #delivered: CommitPosition;
  #lastReadAt = performance.now();
  #reading: Promise<void> | undefined;
  #mustReadAgain = false;
  #isUnreadable = false;
  #overtaken: Timer | undefined;
  #isCurrent = true;
  #isClosed = false;

  private constructor(
    {
      log,
      onListenerError,
      onReadError = () => {},
      link,
      pollMs = 250,
      maxSilenceMs = 10_000,
    }: PostgresBusOptions,
    newest: CommitPosition,
  ) {
    this.#log = log;
    this.#local = createInProcessBus(onListenerError);
    this.#maxSilenceMs = maxSilenceMs;
    this.#delivered = newest;
    this.#link = link;
    this.#onReadError = onReadError;
    link?.onMessage((_, message) => this.#receive(message));
    link?.onLoss(() => this.read());
    this.#timer = setInterval(() => this.#tick(), pollMs);
  }

  static async open(options: PostgresBusOptions): Promise<PostgresBus> {
    return new PostgresBus(options, await options.log.newest());
  }

  get position(): number {
    return this.#delivered.position;
  }

  async lag(): Promise<number> {
    const { position } = await this.#log.newest();
    return Math.max(0, position - this.position);
  }

  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  onGap(listener: (reason: string) => void): void {
    this.#gapListeners.push(listener);
  }

  async publish(announcement: Announcement): Promise<void> {
    this.#link?.send({ kind: "announcement", announcement, after: this.position });
    this.publishHere(announcement);
  }

  publishHere(announcement: Announcement): void {
    this.#local.publishHere(announcement);
  }

  subscribe: Bus["subscribe"] = (topics, listener) => this.#local.subscribe(topics, listener);

  publishCommit(commit: CommitPosition | undefined, announcements: readonly Announcement[]): void {
    if (announcements.length === 0) return;
    const content = commit && { mark: commit.mark, announcements };
    if (content) this.#link?.send({ kind: "commit", position: commit.position, content });
    if (!this.#isCurrent) return;
    if (content) this.#accept(commit.position, content);
    else this.read();
  }

  waitFor(position: number): Promise<void> {
    if (position <= this.position || !this.#isCurrent) return Promise.resolve();
    this.read();
    return this.#waiters.add(position);
  }

  async commitsSince(first: CommitPosition, upTo: number): ReturnType<Bus["commitsSince"]> {
    const found: (CommitPosition & { announcements: readonly Announcement[] })[] = [];
    // The log returns the first commit that it reads without its announcements.
    let after = first.position - 1;
    while (after < upTo) {
      const commits = (await this.#log.readFrom(after)).filter(({ position }) => position > after);
      if (found.length === 0 && !(commits[0] && isSame(commits[0], first))) return undefined;
      for (const { position, mark, announcements } of commits)
        if (position <= upTo) found.push({ position, mark, announcements: announcements() });
      const last = commits.at(-1);
      if (!last) return found;
      after = last.position;
    }
    return found;
  }

  /** Reads what is new in the log; called when there may be something. */
  read(): void {
    this.#mustReadAgain = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
  }

  async trim(reachedByAll: number): Promise<void> {
    await this.#log.trim(retentionMs, Math.min(reachedByAll, this.position));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#overtaken);
    await this.#reading;
    this.#waiters.resolveAll();
    await this.#local.close();
    await this.#log[Symbol.asyncDispose]();
  }

  #tick(): void {
    if (this.#isCurrent && performance.now() - this.#lastReadAt > this.#maxSilenceMs)
      this.#loseTrack("the log of events could not be read for too long");
    this.read();
  }

  async #readAll(): Promise<void> {
    while (this.#mustReadAgain && !this.#isClosed) {
      this.#mustReadAgain = false;
      try {
        await (this.#isCurrent ? this.#readNext() : this.#startAnew());
        this.#isUnreadable = false;
      } catch (error) {
        // The timer repeats the read, and there is a gap if that does not help in time.
        if (!this.#isUnreadable) this.#onReadError(error);
        this.#isUnreadable = true;
      }
    }
  }

  async #readNext(): Promise<void> {
    const from = this.#delivered;
    const commits = await this.#log.readFrom(from.position);
    if (!this.#isCurrent) return;
    this.#lastReadAt = performance.now();
    // The commit that was delivered last stays in the log for long enough; if it is missing, this is a different log.
    const isSameLog = from.position === 0 || isSame(commits[0], from);
    if (!isSameLog)
      return this.#loseTrack("the log of events no longer contains the last event that was delivered");
    for (const commit of commits) {
      // Some may have been delivered while the log was read.
      if (commit.position <= this.position) continue;
      const known = this.#ahead.take(commit.position);
      const isKnown = known && isSame(known.commit, commit);
      this.#deliver(commit, isKnown ? known.announcements : commit.announcements());
    }
    this.#ahead.dropUpTo(this.position);
    this.#deliverAhead();
    if (commits.length === readSize) this.#mustReadAgain = true;
  }

  /** After a gap nothing depends on a complete log any more, so it does not matter what is left out. */
  async #startAnew(): Promise<void> {
    this.#delivered = await this.#log.newest();
    this.#lastReadAt = performance.now();
    this.#isCurrent = true;
  }

  #deliver(commit: CommitPosition, announcements: readonly Announcement[]): void {
    // Before the delivery, so that a listener does not wait for a position that it has already received.
    this.#delivered = { position: commit.position, mark: commit.mark };
    this.#local.publishCommit(commit, announcements);
    this.#waiters.resolveUpTo(commit.position);
  }

  #deliverAhead(): void {
    for (let next = this.#ahead.take(this.position + 1); next; next = this.#ahead.take(this.position + 1))
      this.#deliver(next.commit, next.announcements);
  }

  #accept(position: number, { mark, announcements }: CommitContent): void {
    if (position <= this.position) return;
    const commit = { position, mark };
    if (position > this.position + 1) this.#ahead.keep({ commit, announcements });
    else {
      this.#deliver(commit, announcements);
      this.#deliverAhead();
    }
    if (!this.#ahead.isEmpty) this.#readOvertaken();
  }

  /** Reads the commits before those that are kept, unless they are about to arrive. */
  #readOvertaken(): void {
    if (this.#link?.carriesContent)
      this.#overtaken ??= setTimeout(() => {
        this.#overtaken = undefined;
        if (!this.#ahead.isEmpty) this.read();
      }, overtakenMs);
    else this.read();
  }

  #receive(message: NodeMessage): void {
    if (message.kind === "announcement") this.#receiveAnnouncement(message.announcement, message.after);
    if (message.kind !== "commit" || !this.#isCurrent) return;
    const { position, content } = message;
    // Both increase with each commit: the position because of the log's lock, the time by the clock of the database.
    if (content && position <= this.position && content.mark > this.#delivered.mark)
      this.#loseTrack("the log of events has a different event at a position that was already delivered");
    else if (content) this.#accept(position, content);
    else if (position > this.position) this.read();
  }

  /** Delivers an announcement of another node after the commits that had been delivered there before. */
  #receiveAnnouncement(announcement: Announcement, after: number): void {
    if (after <= this.position || !this.#isCurrent) this.publishHere(announcement);
    else void this.waitFor(after).then(() => this.publishHere(announcement));
  }

  #loseTrack(reason: string): void {
    this.#isCurrent = false;
    this.#ahead.clear();
    for (const listener of this.#gapListeners) listener(reason);
    this.#waiters.resolveAll();
    this.read();
  }
}

function isSame(one: CommitPosition | undefined, other: CommitPosition): boolean {
  return one?.position === other.position && one.mark === other.mark;
}
