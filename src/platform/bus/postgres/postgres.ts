import type { Announcement } from "../../../visibility/announcement.ts";
import type { CommitPosition } from "../../database/port.ts";
import { type CommitLog, readSize } from "../../database/postgres/commit-log.ts";
import type { NodeLink, NodeMessage } from "../../nodes/port.ts";
import { createInProcessBus } from "../in-process/in-process.ts";
import type { Bus } from "../port.ts";
import { type CommitAhead, CommitsAhead } from "./commits-ahead.ts";
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

/** How long nothing may arrive of what is missing before the log is read. */
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
  /** The newest commit of this process. */
  #lastOwn = 0;
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
    if (position > this.position) this.read();
    await this.#reading;
    return Math.max(0, position - this.position);
  }

  get isCurrent(): boolean {
    return this.#isCurrent;
  }

  onGap(listener: (reason: string) => void): void {
    this.#gapListeners.push(listener);
  }

  async publish(announcement: Announcement): Promise<void> {
    // What this node has committed may still wait for the commits of others.
    const after = Math.max(this.position, this.#lastOwn);
    this.#link?.send({ kind: "announcement", announcement, after });
    this.#publishAfter(after, announcement);
  }

  publishHere(announcement: Announcement): void {
    this.#local.publishHere(announcement);
  }

  subscribe: Bus["subscribe"] = (topics, listener) => this.#local.subscribe(topics, listener);

  publishCommit(commit: CommitPosition | undefined, announcements: readonly Announcement[]): void {
    if (announcements.length === 0) return;
    this.#lastOwn = Math.max(this.#lastOwn, commit?.position ?? 0);
    if (commit)
      this.#link?.send({
        kind: "commit",
        position: commit.position,
        content: { mark: commit.mark, announcements },
      });
    if (!this.#isCurrent) return;
    if (commit) this.#accept({ ...commit, announcements });
    else this.read();
  }

  waitFor(position: number): Promise<void> {
    if (position <= this.position || !this.#isCurrent) return Promise.resolve();
    const delivered = this.#waiters.add(position);
    this.#readUnlessMoreArrives();
    return delivered;
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
      const arrived = this.#ahead.get(commit.position);
      this.#deliver(
        arrived && isSame(arrived, commit) ? arrived : { ...commit, announcements: commit.announcements() },
      );
    }
    this.#ahead.dropUpTo(this.position);
    this.#deliverAhead();
    if (commits.length === readSize) this.#mustReadAgain = true;
  }

  /** After a gap nothing depends on a complete log any more, so it does not matter what is left out. */
  async #startAnew(): Promise<void> {
    this.#delivered = await this.#log.newest();
    this.#lastOwn = 0;
    this.#lastReadAt = performance.now();
    this.#isCurrent = true;
  }

  #deliver({ position, mark, announcements }: CommitAhead): void {
    // Before the delivery, so that a listener does not wait for a position that it has already received.
    this.#delivered = { position, mark };
    this.#local.publishCommit(this.#delivered, announcements);
    this.#waiters.resolveUpTo(position);
  }

  #deliverAhead(): void {
    for (let next = this.#ahead.get(this.position + 1); next; next = this.#ahead.get(this.position + 1)) {
      this.#deliver(next);
      this.#ahead.delete(next.position);
    }
  }

  #accept(arrived: CommitAhead): void {
    if (arrived.position <= this.position) return;
    if (arrived.position > this.position + 1) this.#ahead.keep(arrived);
    else this.#deliver(arrived);
    this.#deliverAhead();
    if (!this.#ahead.isEmpty) this.#readUnlessMoreArrives();
  }

  /** A commit may be on its way for some milliseconds, and in a large cluster some always are. */
  #readUnlessMoreArrives(): void {
    const from = this.position;
    if (!this.#link?.carriesContent) this.read();
    else
      this.#overtaken ??= setTimeout(() => {
        this.#overtaken = undefined;
        if (this.#ahead.isEmpty && this.#waiters.isEmpty) return;
        if (this.position === from) this.read();
        else this.#readUnlessMoreArrives();
      }, overtakenMs);
  }

  #receive(message: NodeMessage): void {
    if (message.kind === "announcement") this.#publishAfter(message.after, message.announcement);
    if (message.kind !== "commit" || !this.#isCurrent) return;
    const { position, content } = message;
    if (!content) {
      if (position > this.position) this.read();
      return;
    }
    // Both increase with each commit: the position because of the log's lock, the time by the clock of the database.
    if (position <= this.position && content.mark > this.#delivered.mark)
      this.#loseTrack("the log of events has a different event at a position that was already delivered");
    else this.#accept({ position, ...content });
  }

  /** Delivers an announcement after the commits that its node had delivered before. */
  #publishAfter(position: number, announcement: Announcement): void {
    if (position <= this.position || !this.#isCurrent) this.publishHere(announcement);
    else void this.waitFor(position).then(() => this.publishHere(announcement));
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
