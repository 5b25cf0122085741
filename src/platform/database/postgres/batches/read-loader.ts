import type { ReadQuery } from "../../prepared.ts";
import type { Execute } from "../connection.ts";
import type { AnyPrepared, CombinedQueries } from "./combined-queries.ts";
import type { Values } from "./combined-query.ts";
import { executeEach } from "./execute-each.ts";

interface WaitingRead {
  readonly values: Values;
  resolve(rows: Record<string, unknown>[]): void;
  reject(error: unknown): void;
}

/** A larger statement would delay its first readers too long. */
const maxCalls = 256;

/**
 * Combines reads of the same query. While one runs, others wait, and then run as one statement: each sees every change
 * that was committed before it was asked for. For queries that find single rows by a key, none of which takes long.
 */
export class ReadLoader {
  readonly #execute: Execute;
  readonly #combined: CombinedQueries;
  readonly #waiting = new Map<AnyPrepared, WaitingRead[]>();

  constructor(execute: Execute, combined: CombinedQueries) {
    this.#execute = execute;
    this.#combined = combined;
  }

  async find<P extends readonly unknown[], R>(query: ReadQuery<P, R>, values: P): Promise<R[]> {
    const waiting = this.#waiting.get(query);
    if (waiting) {
      const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>[]>();
      waiting.push({ values, resolve, reject });
      return promise as unknown as Promise<R[]>;
    }
    this.#waiting.set(query, []);
    try {
      return await this.#findOne(query, values);
    } finally {
      void this.#runWaiting(query);
    }
  }

  async #findOne<R>(query: AnyPrepared, values: Values): Promise<R[]> {
    const { sql } = query.compiled("postgres");
    return (await this.#execute(sql, query.parameters("postgres", values))).rows as R[];
  }

  async #runWaiting(query: AnyPrepared): Promise<void> {
    const waiting = this.#waiting.get(query)?.splice(0, maxCalls) ?? [];
    if (waiting.length === 0) {
      this.#waiting.delete(query);
      return;
    }
    try {
      const form = this.#combined.get(query) ?? (await this.#combined.load(query));
      const calls = waiting.map(({ values }) => values);
      const results = await executeEach(this.#execute, query, form, calls);
      for (const [at, { resolve }] of waiting.entries()) resolve(results[at]?.rows ?? []);
    } catch {
      // A value that PostgreSQL refuses fails its own reader alone.
      for (const { values, resolve, reject } of waiting)
        this.#findOne(query, values).then(resolve as never, reject);
    } finally {
      void this.#runWaiting(query);
    }
  }
}
