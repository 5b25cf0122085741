import type { Database, Snapshot } from "../platform/database/port.ts";
import type { HookListener } from "./hook-listener.ts";
import type { QueryProvider } from "./query-provider.ts";
import { readerOn } from "./reader.ts";
import { TransactionContext, type TransactionParts } from "./transaction-context.ts";
import type { AnyTx, MutexOptions, Reader } from "./tx.ts";

/** The one write path: a transaction with its events, jobs and hooks. */
export interface Store {
  /** Plain where the work is: not every engine makes one wait. */
  read<T>(work: (db: Reader) => T): T;
  /** Reads of one state, and which commits it holds; by the time it resolves, this process has told of those. */
  snapshot<T>(work: (db: Reader) => Promise<T>): Promise<Snapshot<T>>;
  write<T>(work: (tx: AnyTx) => Promise<T>, options?: MutexOptions): Promise<T>;
  assertSound(): void;
}

export interface StoreParts extends Omit<TransactionParts, "hooks" | "providers"> {
  readonly database: Database;
  readonly hooks: readonly HookListener[];
  readonly providers: readonly QueryProvider[];
}

export function createStore(given: StoreParts): Store {
  const { database } = given;
  const parts: TransactionParts = {
    ...given,
    // What is looked for in every transaction is found at once.
    hooks: Map.groupBy(given.hooks, ({ hook }) => hook),
    providers: Map.groupBy(given.providers, ({ query }) => query),
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
    write(work, options) {
      let attempt: TransactionContext | undefined;
      return database.write(
        async (queries) => {
          attempt = new TransactionContext(queries, parts);
          const result = await work(attempt);
          if (attempt.hasAnnouncements) {
            const commit = queries.commitName();
            attempt.name(commit instanceof Promise ? await commit : commit);
            if (parts.publish === "outbox") await attempt.insertIntoOutbox();
          }
          return result;
        },
        { mutexKey: options?.mutexKey, onDurable: () => attempt?.afterCommit() },
      );
    },
  };
}
