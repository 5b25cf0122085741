import type { Execute } from "../connection.ts";
import type { AnyPrepared, BatchQuery } from "./combined-queries.ts";
import type { CallResult, Values } from "./combined-query.ts";

/** Runs a prepared query for several calls: as one statement if it can be combined, otherwise one after another. */
export async function executeEach(
  execute: Execute,
  query: AnyPrepared,
  form: BatchQuery,
  calls: readonly Values[],
): Promise<readonly CallResult[]> {
  if (form.isRead && calls.length > 1) return readEach(execute, query, form, calls);
  return executeDistinct(execute, query, form, calls);
}

/** Calls with the same values share their rows. */
async function readEach(
  execute: Execute,
  query: AnyPrepared,
  form: BatchQuery,
  calls: readonly Values[],
): Promise<readonly CallResult[]> {
  const distinct = new Map<string, { readonly number: number; readonly values: Values }>();
  const numbers = calls.map((values) => {
    const [first] = values;
    const key = values.length === 1 && typeof first === "string" ? first : `\0${JSON.stringify(values)}`;
    const known = distinct.get(key) ?? { number: distinct.size, values };
    distinct.set(key, known);
    return known.number;
  });
  const results = await executeDistinct(
    execute,
    query,
    form,
    [...distinct.values()].map(({ values }) => values),
  );
  const isTaken = new Set<number>();
  return numbers.map((number) => {
    const { rows, count } = results[number] as CallResult;
    // Callers do not change the rows of cached queries, but may change those of others.
    if (query.isCached || !isTaken.has(number)) {
      isTaken.add(number);
      return { rows, count };
    }
    return { rows: rows.map((row) => ({ ...row })), count };
  });
}

async function executeDistinct(
  execute: Execute,
  query: AnyPrepared,
  { text, combined }: BatchQuery,
  calls: readonly Values[],
): Promise<readonly CallResult[]> {
  if (combined && calls.length > 1 && calls.every(isScalar))
    return combined.resultsOf(await execute(combined.text, combined.parametersFor(calls)), calls);
  // Sent at once; PostgreSQL runs them one after another.
  return allOrFirstError(calls.map((values) => execute(text, query.parameters("postgres", values as never))));
}

function isScalar(values: Values): boolean {
  return values.every((value) => typeof value !== "object" || value === null);
}

/** Waits for all, so that nothing runs any more when the first error is thrown. */
export async function allOrFirstError<T>(running: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}
