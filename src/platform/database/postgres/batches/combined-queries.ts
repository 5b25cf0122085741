import { Placeholder, type Prepared } from "../../prepared.ts";
import { statement } from "../connection.ts";
import type { PostgresPool } from "../pool.ts";
import { transact } from "../transaction.ts";
import { type CombinedQuery, combineQuery } from "./combined-query.ts";

// biome-ignore lint/suspicious/noExplicitAny: a query of any values and rows
export type AnyPrepared = Prepared<any, any>;

/** A prepared query as batches use it. */
export interface BatchQuery {
  readonly text: string;
  readonly isRead: boolean;
  readonly combined: CombinedQuery | undefined;
}

/** The combined forms of prepared queries. Each is made once, with the types that PostgreSQL gives the values. */
export class CombinedQueries {
  readonly #pool: PostgresPool;
  readonly #known = new Map<AnyPrepared, BatchQuery>();
  readonly #asked = new Map<AnyPrepared, Promise<BatchQuery>>();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** Undefined until PostgreSQL has reported the types. */
  get(query: AnyPrepared): BatchQuery | undefined {
    return this.#known.get(query);
  }

  async load(query: AnyPrepared): Promise<BatchQuery> {
    const asked = this.#asked.get(query) ?? this.#combine(query);
    this.#asked.set(query, asked);
    try {
      const combined = await asked;
      this.#known.set(query, combined);
      return combined;
    } catch (error) {
      this.#asked.delete(query);
      throw error;
    }
  }

  async #combine(query: AnyPrepared): Promise<BatchQuery> {
    const { query: tree, sql: text, parameters } = query.compiled("postgres");
    const types: string[] = [];
    if (parameters.length > 0)
      for (const [at, type] of (await this.#typesIn(text)).entries()) {
        const value = parameters[at];
        if (value instanceof Placeholder) types[value.index] ??= type;
      }
    // A placeholder that occurs nowhere in the statement has no type.
    const isComplete = types.length > 0 && !types.includes(undefined as never);
    return {
      text,
      isRead: tree.kind === "SelectQueryNode",
      combined: isComplete ? combineQuery(tree, types) : undefined,
    };
  }

  async #typesIn(text: string): Promise<readonly string[]> {
    const find =
      "select parameter_types::text[] as types from pg_prepared_statements where name = 'ermine_types'";
    // In one transaction, so that a pooler runs all of it on the same connection.
    const { value } = await transact(this.#pool, { begin: [statement`begin`] }, async ({ execute }) => {
      await execute(`prepare ermine_types as ${text}`);
      const { rows } = await execute(find);
      await execute("deallocate ermine_types");
      return rows[0]?.types as readonly string[];
    });
    return value;
  }
}
