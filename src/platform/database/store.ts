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

export function createStore(parts: StoreParts): Store {
  const { database } = parts;
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
          await attempt.beforeCommit(queries);
          return result;
        },
        { ...options, onDurable: () => attempt?.afterCommit() },
      );
    },
  };
}

function readerOn({ dialect, sql, all, one }: Queries, { services, answers }: StoreParts): Reader {
  const reader: Reader = {
    dialect,
    sql,
    all,
    one,
    services,
    ask: async <P, R>(question: Question<P, R>, payload: P) => {
      const found: R[] = [];
      // One after another: they may share a transaction.
      for (const answer of answers)
        if (answer.question === question) found.push((await answer.find(reader, payload as never)) as R);
      return found;
    },
  };
  return reader;
}

/** One run of a write: a retry starts with nothing collected. */
class Attempt {
  readonly #parts: StoreParts;
  #announcements: Announcement[] = [];
  #jobs = 0;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  begin(queries: WriteQueries): AnyTx {
    const { services, hooks } = this.#parts;
    const { clock, ids, vault } = services;
    const tx: AnyTx = {
      ...readerOn(queries, this.#parts),
      later: queries.later,
      fail,
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
          run_at: clock.now(),
        };
        await queries
          .sql<FrameTables>()
          .insertInto("jobs")
          .values({ ...row, attempts: 0, leased_until: 0, failed: 0 })
          .execute();
        this.#jobs += 1;
      },
      raise: async (hook, payload) => {
        for (const listener of hooks) if (listener.hook === hook) await listener.run(tx, payload as never);
      },
    };
    return tx;
  }

  async beforeCommit({ sql, commitName }: WriteQueries): Promise<void> {
    if (this.#announcements.length === 0) return;
    const commit = await commitName();
    for (const announcement of this.#announcements) announcement.commit = commit;
    if (this.#parts.publish !== "outbox") return;
    const rows = this.#announcements.map((announcement) => ({
      id: this.#parts.services.ids.next(),
      announcement: JSON.stringify(announcement),
    }));
    await sql<FrameTables>().insertInto("outbox").values(rows).execute();
  }

  afterCommit(): void {
    const { publish, onJobs, services } = this.#parts;
    if (publish !== "outbox") {
      for (const announcement of this.#announcements) {
        publish
          .publish(announcement)
          .catch((error) => services.log.error({ error }, "an event was not published"));
      }
    }
    if (this.#jobs > 0) onJobs();
  }
}
