import type { Database as Handle, Statement } from "bun:sqlite";
import type { Kysely } from "kysely";
import type { ReadQueries } from "../port.ts";
import { kyselyOver, StatementCache } from "./driver.ts";

const maxIdleReaders = 8;

interface SnapshotReader {
  readonly handle: Handle;
  readonly begin: Statement;
  readonly commitCount: Statement<{ count: number }, []>;
  readonly commit: Statement;
  readonly queries: ReadQueries;
}

/** SQLite handles for read transactions that last longer than a turn of the event loop. */
export class SnapshotReaders {
  readonly #open: () => Handle;
  readonly #idle: SnapshotReader[] = [];
  #isClosed = false;

  constructor(open: () => Handle) {
    this.#open = open;
  }

  async read<T>(work: (queries: ReadQueries) => Promise<T>): Promise<{ result: T; count: number }> {
    const reader = this.#idle.pop() ?? this.#openReader();
    const { handle, begin, commitCount, commit, queries } = reader;
    try {
      begin.run();
      // The first query fixes the state that the work sees.
      const { count } = commitCount.get() ?? { count: 0 };
      const result = await work(queries);
      commit.run();
      if (this.#isClosed || this.#idle.length >= maxIdleReaders) handle.close();
      else this.#idle.push(reader);
      return { result, count };
    } catch (error) {
      // The transaction may still be open, so the handle cannot be reused.
      handle.close();
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const { handle } of this.#idle.splice(0)) handle.close();
  }

  #openReader(): SnapshotReader {
    const handle = this.#open();
    return {
      handle,
      begin: handle.prepare("begin"),
      commitCount: handle.prepare("select count from commit_count"),
      commit: handle.prepare("commit"),
      queries: queriesOn(new StatementCache(handle)),
    };
  }
}

function queriesOn(statements: StatementCache): ReadQueries {
  const db = kyselyOver(statements);
  return {
    dialect: "sqlite",
    sql: <T>() => db as Kysely<T>,
    find: (query, values) => statements.find(query, values),
  };
}
