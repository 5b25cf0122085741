import { forEachInSequence, type MaybePromise, mapMaybe } from "../concurrency/maybe-promise.ts";
import type { WriteQueries } from "./port.ts";
import type { Prepared } from "./prepared.ts";

/** Runs a query in bulk for the call of one transaction alone. */
export function runAlone<P extends readonly unknown[], R>(
  queries: Pick<WriteQueries, "find" | "change">,
  query: Prepared<P, R>,
  values: P,
): MaybePromise<R[]> {
  const results = query.runInBulk(
    {
      findEach: (each, calls) => inSequence(calls, (call) => queries.find(each, call)),
      changeEach: (each, calls) => inSequence(calls, (call) => queries.change(each, call)),
    },
    [values],
  );
  return mapMaybe(results, ([rows = []]) => rows);
}

function inSequence<T, R>(items: readonly T[], work: (item: T) => MaybePromise<R>): MaybePromise<R[]> {
  const results: R[] = [];
  const done = forEachInSequence(items, (item) => mapMaybe(work(item), (result) => results.push(result)));
  return mapMaybe(done, () => results);
}
