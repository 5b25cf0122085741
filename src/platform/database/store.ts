import type { HookListener } from "../../declare/hook.ts";
import type { Answer } from "../../declare/question.ts";
import type { AnyTx, Reader } from "../../declare/tx.ts";
import { Attempt, type AttemptParts } from "./attempt.ts";
import type { Database, InLine, Snapshot } from "./port.ts";
import { readerOn } from "./reader.ts";

/** The one write path: a transaction with its events, jobs and hooks. */
export interface Store {
  /** Plain where the work is: not every engine makes one wait. */
  read<T>(work: (db: Reader) => T): T;
  /** Reads of one state, and which commits it holds; by the time it resolves, this process has told of those. */
  snapshot<T>(work: (db: Reader) => Promise<T>): Promise<Snapshot<T>>;
  write<T>(work: (tx: AnyTx) => Promise<T>, options?: InLine): Promise<T>;
  assertSound(): void;
}

export interface StoreParts extends Omit<AttemptParts, "hooks" | "answers"> {
  readonly database: Database;
  readonly hooks: readonly HookListener[];
  readonly answers: readonly Answer[];
}

export function createStore(given: StoreParts): Store {
  const { database } = given;
  const parts: AttemptParts = {
    ...given,
    // What is looked for in every transaction is found at once.
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
    write(work, options) {
      let attempt: Attempt | undefined;
      return database.write(
        async (queries) => {
          attempt = new Attempt(queries, parts);
          const result = await work(attempt);
          if (attempt.isTelling) {
            const commit = queries.commitName();
            attempt.name(commit instanceof Promise ? await commit : commit);
            if (parts.publish === "outbox") await attempt.leaveInOutbox();
          }
          return result;
        },
        { line: options?.line, onDurable: () => attempt?.afterCommit() },
      );
    },
  };
}
