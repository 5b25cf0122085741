import type { Database as Handle } from "bun:sqlite";
import type { Kysely } from "kysely";
import type { ReadQueries } from "../port.ts";
import { kyselyOver, StatementCache } from "./driver.ts";

const keptIdle = 4;

interface SnapshotReader {
  readonly handle: Handle;
  readonly queries: ReadQueries;
}

/** SQLite handles that hold one state of the database for longer than a turn of the event loop. */
export class SnapshotReaders {
  readonly #open: () => Handle;
  readonly #idle: SnapshotReader[] = [];
  #closed = false;

  constructor(open: () => Handle) {
    this.#open = open;
  }

  async read<T>(work: (queries: ReadQueries) => Promise<T>): Promise<{ result: T; count: number }> {
    const reader = this.#idle.pop() ?? this.#openReader();
    const { handle, queries } = reader;
    try {
      handle.run("begin");
      // The first read settles which state it is.
      const { count } = handle.query<{ count: number }, []>("select count from commit_count").get() ?? {
        count: 0,
      };
      const result = await work(queries);
      handle.run("commit");
      if (this.#closed || this.#idle.length >= keptIdle) handle.close();
      else this.#idle.push(reader);
      return { result, count };
    } catch (error) {
      // Whatever state it is in.
      handle.close();
      throw error;
    }
  }

  close(): void {
    this.#closed = true;
    for (const { handle } of this.#idle.splice(0)) handle.close();
  }

  #openReader(): SnapshotReader {
    const handle = this.#open();
    return { handle, queries: queriesOn(new StatementCache(handle)) };
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
