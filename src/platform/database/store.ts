import { fail } from "../../declare/error.ts";
import { type Announcement, announce } from "../../declare/event.ts";
import type { HookListener } from "../../declare/hook.ts";
import type { Answer, Question } from "../../declare/question.ts";
import type { Services } from "../../declare/services.ts";
import type { AnyTx, Reader } from "../../declare/tx.ts";
import type { Bus } from "../bus/port.ts";
import type { FrameTables } from "./frame-tables.ts";
import type { Database, InLine, Queries, Snapshot, WriteQueries } from "./port.ts";

/** The one write path: a transaction with its events, jobs and hooks. */
export interface Store {
  /** Plain where the work is: not every engine makes one wait. */
  read<T>(work: (db: Reader) => T): T;
  /** Reads of one state, and which commits it holds; by the time it resolves, this process has told of those. */
  snapshot<T>(work: (db: Reader) => Promise<T>): Promise<Snapshot<T>>;
  write<T>(work: (tx: AnyTx) => Promise<T>, options?: InLine): Promise<T>;
  assertSound(): void;
}

export interface StoreParts {
  readonly database: Database;
  readonly services: Services;
  readonly hooks: readonly HookListener[];
  readonly answers: readonly Answer[];
  /**
   * Where events go after the commit. A process whose bus nobody else hears (the command line) leaves them in
   * the outbox instead, in the same transaction, for a server to relay.
   */
  readonly publish: Bus | "outbox";
  /** Told that jobs were committed, so that a worker need not wait for its next look. */
  readonly onJobs: () => void;
}

/** The same, with what is looked for in every transaction found at once. */
type IndexedParts = Omit<StoreParts, "hooks" | "answers"> & {
  readonly hooks: ReadonlyMap<unknown, readonly HookListener[]>;
  readonly answers: ReadonlyMap<unknown, readonly Answer[]>;
};

export function createStore(given: StoreParts): Store {
  const { database } = given;
  const parts: IndexedParts = {
    ...given,
    hooks: Map.groupBy(given.hooks, ({ hook }) => hook),
    answers: Map.groupBy(given.answers, ({ question }) => question),
  };
  let reader: Reader | undefined;
  return {
    read: (work) =>
      database.read((queries) => {
        // Reads of one database all see the same queries, so one of these is enough.
        reader ??= readerOn(queries, parts);
        return work(reader);
      }),
    snapshot: (work) => database.snapshot((queries) => work(readerOn(queries, parts))),
    assertSound: () => database.assertSound(),
    async write(work, options) {
      let attempt: Attempt | undefined;
      return database.write(
        async (queries) => {
          attempt = new Attempt(parts);
          const result = await work(attempt.begin(queries));
          if (attempt.isTelling) {
            const commit = queries.commitName();
            attempt.name(commit instanceof Promise ? await commit : commit);
            if (parts.publish === "outbox") await attempt.leaveInOutbox(queries);
          }
          return result;
        },
        { line: options?.line, onDurable: () => attempt?.afterCommit() },
      );
    },
  };
}

function readerOn({ dialect, sql, all, one }: Queries, parts: IndexedParts): Reader {
  const { services } = parts;
  const reader: Reader = { dialect, sql, all, one, services, ask: (...asked) => ask(reader, parts, asked) };
  return reader;
}

async function ask<P, R>(
  db: Reader,
  { answers }: IndexedParts,
  [question, payload]: [question: Question<P, R>, payload: P],
): Promise<R[]> {
  const found: R[] = [];
  // One after another: they may share a transaction.
  for (const { find } of answers.get(question) ?? []) found.push((await find(db, payload as never)) as R);
  return found;
}

/** One run of a write: a retry starts with nothing collected. */
class Attempt {
  readonly #parts: IndexedParts;
  #announcements: Announcement[] = [];
  #jobs = 0;

  constructor(parts: IndexedParts) {
    this.#parts = parts;
  }

  begin(queries: WriteQueries): AnyTx {
    const { services, hooks } = this.#parts;
    const { clock, ids, vault } = services;
    const { dialect, sql, all, one, later } = queries;
    const tx: AnyTx = {
      dialect,
      sql,
      all,
      one,
      later,
      services,
      fail,
      ask: (...asked) => ask(tx, this.#parts, asked),
      emit: (event, payload, ...reach) => {
        this.#announcements.push(announce(event, payload, ...reach));
      },
      enqueue: async (job, payload) => {
        const id = ids.next();
        const text = JSON.stringify(payload);
        const row = {
          id,
          name: job.name,
          payload: job.sealed ? vault.seal(text, id) : text,
          run_at: clock.now() + (job.afterMs ?? 0),
        };
        await queries
          .sql<FrameTables>()
          .insertInto("jobs")
          .values({ ...row, attempts: 0, leased_until: 0, failed: 0 })
          .execute();
        this.#jobs += 1;
      },
      raise: async (hook, payload) => {
        for (const { run } of hooks.get(hook) ?? []) await run(tx, payload as never);
      },
    };
    return tx;
  }

  get isTelling(): boolean {
    return this.#announcements.length > 0;
  }

  /** Says of which commit is told. */
  name(commit: string): void {
    for (const announcement of this.#announcements) announcement.commit = commit;
  }

  async leaveInOutbox({ sql }: WriteQueries): Promise<void> {
    const rows = this.#announcements.map((announcement) => ({
      id: this.#parts.services.ids.next(),
      announcement: JSON.stringify(announcement),
    }));
    await sql<FrameTables>().insertInto("outbox").values(rows).execute();
  }

  /** Never throws: what is committed is committed, and others wait for their turn. */
  afterCommit(): void {
    const { publish, onJobs, services } = this.#parts;
    const complain = (error: unknown) => services.log.error({ err: error }, "a commit was not followed up");
    try {
      if (publish !== "outbox")
        for (const announcement of this.#announcements) publish.publish(announcement).catch(complain);
      if (this.#jobs > 0) onJobs();
    } catch (error) {
      complain(error);
    }
  }
}
