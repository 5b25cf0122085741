import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import { forEachInSequence, mapMaybe } from "../concurrency/maybe-promise.ts";
import type { Prepared } from "./prepared.ts";

/** Runs a prepared query for each of several lists of values: in one statement where the engine can. */
export interface EachQueries {
  findEach<P extends readonly unknown[], R>(
    query: Prepared<P, R>,
    calls: readonly P[],
  ): MaybePromise<readonly (readonly R[])[]>;
  /** The number of changed rows for each list of values. No two may change the same row. */
  changeEach<P extends readonly unknown[]>(
    query: Prepared<P, unknown>,
    calls: readonly P[],
  ): MaybePromise<readonly number[]>;
}

/**
 * A step that the transactions of a batch take together, because each of them changes the same row. A transaction on
 * its own takes it with its input alone.
 */
export interface SharedStep<I, O> {
  /** A statement that changes what the step changes for this input. */
  statementFor(input: I): { readonly query: Prepared<never, unknown>; readonly values: readonly unknown[] };
  /** Returns one result for each input. The result is as if the step was taken for one input after another. */
  run(queries: EachQueries, inputs: readonly I[]): MaybePromise<readonly O[]>;
}

interface OneByOne {
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): MaybePromise<R[]>;
  change<P extends readonly unknown[]>(query: Prepared<P, unknown>, values: P): MaybePromise<number>;
}

/** Takes the step for one transaction. */
export function takeAlone<I, O>(queries: OneByOne, step: SharedStep<I, O>, input: I): MaybePromise<O> {
  const each: EachQueries = {
    findEach: (query, calls) => inSequence(calls, (values) => queries.find(query, values)),
    changeEach: (query, calls) => inSequence(calls, (values) => queries.change(query, values)),
  };
  return mapMaybe(step.run(each, [input]), ([output]) => output as O);
}

function inSequence<T, R>(items: readonly T[], work: (item: T) => MaybePromise<R>): MaybePromise<R[]> {
  const results: R[] = [];
  const done = forEachInSequence(items, (item) => mapMaybe(work(item), (result) => results.push(result)));
  return mapMaybe(done, () => results);
}
