import type { WriteOptions } from "../port.ts";
import type { TransactionQueries } from "./queries.ts";
import type { Retry } from "./retry.ts";
import type { Turns } from "./turns/turns.ts";

type Work<T> = (queries: TransactionQueries) => Promise<T>;

interface TurnDependencies {
  readonly turns: Turns;
  readonly retry: Retry;
  attempt<T>(work: Work<T>, options: WriteOptions): Promise<T>;
}

/** The transaction must run again, in the turn that it has asked for. */
class TurnNeeded extends Error {}

/**
 * Runs a write in its turns, again after a conflict. It may learn only while it runs which turns it needs. If the first
 * one is free it takes it and goes on. If not, or after a conflict, it runs again in all turns that it has asked for so
 * far.
 */
export function writeInTurns<T>(
  { turns, retry, attempt }: TurnDependencies,
  work: Work<T>,
  options: WriteOptions,
): Promise<T> {
  const asked = new Set<string>();
  const run = async (isFirst: boolean): Promise<T> => {
    const ends: (() => void)[] = [];
    const takeTurns = (queries: TransactionQueries) => {
      queries.onTurn = async (key) => {
        if (asked.has(key) || options.turns?.exclusive?.includes(key)) return;
        asked.add(key);
        // One that runs in turns does not start again for another: what takes many would start as many times.
        if (!isFirst) return;
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
  const runInTurns = () => {
    const isFirst = asked.size === 0;
    const exclusive = [...(options.turns?.exclusive ?? []), ...asked];
    return turns.run({ ...options.turns, exclusive }, () => run(isFirst));
  };
  return retry.run(async () => {
    try {
      return await runInTurns();
    } catch (error) {
      if (!(error instanceof TurnNeeded)) throw error;
      return runInTurns();
    }
  });
}
