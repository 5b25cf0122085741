import type { QueryProvider } from "../declare/query-provider.ts";
import type { Services } from "../declare/services.ts";
import type { Reader } from "../declare/tx.ts";
import { forEachInSequence, type MaybePromise, mapMaybe } from "../platform/concurrency/maybe-promise.ts";
import type { ReadQueries } from "../platform/database/port.ts";

export interface ReaderDependencies {
  readonly services: Services;
  readonly providers: ReadonlyMap<unknown, readonly QueryProvider[]>;
}

export function readerOn(queries: ReadQueries, { services, providers }: ReaderDependencies): Reader {
  const { dialect } = queries;
  const reader: Reader = {
    dialect,
    services,
    isTransaction: false,
    sql: () => queries.sql(),
    all: (query, ...values) => queries.find(query, values),
    one: (query, ...values) => firstOf(queries.find(query, values)),
    map: (query, toValue, ...values) => mapMaybe(queries.find(query, values), toValue),
    query: (query, payload) => runProviders(reader, providers.get(query), payload),
  };
  return reader;
}

/** By index: cached rows are frozen, and to destructure a frozen list takes several times as long. */
export function firstOf<R>(rows: MaybePromise<R[]>): MaybePromise<R | undefined> {
  return mapMaybe(rows, (found) => found[0]);
}

/** Runs the providers of a domain query one after another, because they may share a transaction. */
export function runProviders<R>(
  db: Reader,
  providers: readonly QueryProvider[] | undefined,
  payload: unknown,
): MaybePromise<R[]> {
  const results: R[] = [];
  const done = forEachInSequence(providers ?? [], ({ find }) =>
    mapMaybe(find(db, payload as never), (result) => results.push(result as R)),
  );
  return mapMaybe(done, () => results);
}
