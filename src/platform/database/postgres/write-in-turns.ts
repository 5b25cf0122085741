import type { KeyedMutex } from "../../concurrency/semaphore.ts";
import type { WriteOptions } from "../port.ts";
import type { KnownTurns } from "./batches/known-turns.ts";
import type { Turns } from "./batches/turns.ts";
import type { TransactionQueries } from "./queries.ts";
import type { Retry } from "./retry.ts";

type Work<T> = (queries: TransactionQueries) => Promise<T>;

interface TurnDependencies {
  readonly turns: Turns;
  readonly known: KnownTurns;
  readonly mutexes: KeyedMutex;
  readonly retry: Retry;
  attempt<T>(work: Work<T>, options: WriteOptions): Promise<T>;
}

/** The transaction must run again, in the turn that it has asked for. */
class TurnNeeded extends Error {}

/**
 * Runs a write, again after a conflict. It starts in the turn that earlier writes of its kind have asked for. If there
 * were none, it learns only while it runs which turns it needs. If the first one is free it takes it and goes on. If
 * not, or after a conflict, it runs again in all turns that it has asked for so far.
 */
export function writeInTurns<T>(
  { turns, known, mutexes, retry, attempt }: TurnDependencies,
  work: Work<T>,
  options: WriteOptions,
): Promise<T> {
  const { about } = options;
  const expected = about && known.expect(about);
  const asked = new Set(expected === undefined ? [] : [expected]);
  let hasAsked = false;
  const run = async (held: readonly string[]): Promise<T> => {
    const ends: (() => void)[] = [];
    const takeTurns = (queries: TransactionQueries) => {
      queries.onTurn = async (key, mode) => {
        if (mode === "shared") return;
        if (about && !hasAsked) known.noteAlone(about, key);
        hasAsked = true;
        if (asked.has(key)) return;
        asked.add(key);
        // One that runs in turns does not start again for another: what takes many would start as many times.
        if (held.length > 0) return;
        const end = await turns.tryTake(key, queries.execute);
        if (!end) throw new TurnNeeded();
        ends.push(end);
      };
      return work(queries);
    };
    try {
      return await attempt(takeTurns, options);
    } finally {
      for (const end of ends) end();
    }
  };
  /** Those of one process wait here, so that they do not all need a connection to wait. */
  const runInTurns = async (): Promise<T> => {
    const keys = [...asked].sort();
    const inMutexes = keys.reduceRight(
      (inner, key) => () => mutexes.run(key, inner),
      () => turns.runAlone(keys, () => run(keys)),
    );
    return inMutexes();
  };
  const running = retry.run(async () => {
    try {
      return await runInTurns();
    } catch (error) {
      if (!(error instanceof TurnNeeded)) throw error;
      return runInTurns();
    }
  });
  return running.finally(() => {
    // It was refused before. Calls of people who may do nothing in a server must not keep others waiting.
    if (about && expected !== undefined && !hasAsked) known.forget(about.subject);
  });
}
