import type { MaybePromise } from "../platform/concurrency/maybe-promise.ts";
import type { DomainQuery } from "./domain-query.ts";
import type { Reader } from "./tx.ts";

/** Finds one part of the result of a domain query; the caller gets the parts of all providers. */
export interface QueryProvider {
  readonly query: DomainQuery<unknown, unknown>;
  readonly find: (db: Reader, payload: never) => MaybePromise<unknown>;
}

export function provide<P, R>(
  query: DomainQuery<P, R>,
  find: (db: Reader, payload: P) => MaybePromise<R>,
): QueryProvider {
  return { query: query as DomainQuery<unknown, unknown>, find };
}
