import type { ReadQueries } from "../platform/database/port.ts";
import { forEachInSequence, type MaybePromise, mapMaybe } from "../platform/maybe-promise.ts";
import type { DomainQuery } from "./domain-query.ts";
import type { QueryProvider } from "./query-provider.ts";
import type { Services } from "./services.ts";
import type { Reader } from "./tx.ts";

export interface ReaderParts {
  readonly services: Services;
  readonly providers: ReadonlyMap<unknown, readonly QueryProvider[]>;
}

export function readerOn(queries: ReadQueries, { services, providers }: ReaderParts): Reader {
  const { dialect } = queries;
  const reader: Reader = {
    dialect,
    services,
    sql: () => queries.sql(),
    all: (query, ...values) => queries.find(query, values),
    one: (query, ...values) => firstOf(queries.find(query, values)),
    query: (question, payload) => runDomainQuery(reader, providers, question, payload),
  };
  return reader;
}

export function firstOf<R>(rows: MaybePromise<R[]>): MaybePromise<R | undefined> {
  return mapMaybe(rows, ([first]) => first);
}

/** One after another: they may share a transaction. */
export function runDomainQuery<P, R>(
  db: Reader,
  answers: ReaderParts["providers"],
  question: DomainQuery<P, R>,
  payload: P,
): MaybePromise<R[]> {
  const found: R[] = [];
  const asked = forEachInSequence(answers.get(question) ?? [], ({ find }) =>
    mapMaybe(find(db, payload as never), (answer) => found.push(answer as R)),
  );
  return mapMaybe(asked, () => found);
}
