import type { HookListener } from "../declare/hook-listener.ts";
import type { QueryProvider } from "../declare/query-provider.ts";
import type { AnyTx, Reader, SharingOptions } from "../declare/tx.ts";
import { type MaybePromise, mapMaybe } from "../platform/concurrency/maybe-promise.ts";
import type { Database, SnapshotResult } from "../platform/database/port.ts";
import { readerOn } from "./reader.ts";
import { TransactionContext, type TransactionDependencies } from "./transaction-context.ts";

/** Reads, and the only path for writes: a transaction with its events, jobs and hooks. */
export interface Store {
  /** Returns what the work returns: no promise if the work needs none. */
  read<T>(work: (db: Reader) => T): T;
  /**
   * Reads from one state of the database, and tells its position in the order of the commits with events.
   */
  snapshot<T>(work: (db: Reader) => Promise<T>): Promise<SnapshotResult<T>>;
  write<T>(work: (tx: AnyTx) => MaybePromise<T>, options?: SharingOptions): Promise<T>;
  assertSound(): void;
}

interface StoreDependencies extends Omit<TransactionDependencies, "hooks" | "providers"> {
  readonly database: Database;
  readonly hooks: readonly HookListener[];
  readonly providers: readonly QueryProvider[];
}

export function createStore(given: StoreDependencies): Store {
  const { database } = given;
  const dependencies: TransactionDependencies = {
    ...given,
    hooks: Map.groupBy(given.hooks, ({ hook }) => hook),
    providers: Map.groupBy(given.providers, ({ query }) => query),
  };
  const usesOutbox = dependencies.publish === "outbox" && database.dialect === "sqlite";
  const announce = (tx: TransactionContext): MaybePromise<void> => {
    if (tx.announcements.length === 0) return;
    const raised = tx.raiseViewChanges();
    return usesOutbox ? mapMaybe(raised, () => tx.insertIntoOutbox()) : raised;
  };
  let reader: Reader | undefined;
  return {
    read: (work) =>
      database.read((queries) => {
        // The database passes the same queries to every read, so they can share one reader.
        reader ??= readerOn(queries, dependencies);
        return work(reader);
      }),
    snapshot: (work) => database.snapshot((queries) => work(readerOn(queries, dependencies))),
    assertSound: () => database.assertSound(),
    write(work, options) {
      let context: TransactionContext | undefined;
      return database.write(
        (queries) => {
          const tx = new TransactionContext(queries, dependencies);
          context = tx;
          return mapMaybe(work(tx), (result) => mapMaybe(announce(tx), () => result));
        },
        {
          turns: options?.turns,
          counts: options?.counts,
          announcements: () => context?.announcements ?? [],
          onDurable: (position) => context?.afterCommit(position),
        },
      );
    },
  };
}
