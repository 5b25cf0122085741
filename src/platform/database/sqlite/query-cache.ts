import type { Database as Handle } from "bun:sqlite";
import type { Prepared } from "../prepared.ts";
import { footprintOf, type QueryFootprint, type StatementEffect } from "../statement-effect.ts";

type Rows = readonly unknown[];
type Query = Pick<Prepared<never, unknown>, "compiled" | "isCached">;

/** Runs the queries whose rows are not cached. */
export interface RowSource {
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): R[];
}

/** A query with more results than this starts again with none. */
const maxResultsPerQuery = 10_000;

/** The rows that one query returned, by its parameters. */
class CachedQuery {
  readonly #footprint: QueryFootprint;
  readonly rows = new Map<string, Rows>();
  /** False from a change in its tables until the commit: other readers must not see rows from in between. */
  isCommitted = true;

  constructor(query: Query) {
    const { query: tree, sql } = query.compiled("sqlite");
    this.#footprint = footprintOf(tree);
    // With unknown tables the cache could not tell when the rows are out of date.
    if (this.#footprint.rawSql.length > 0 || this.#footprint.tables.size === 0)
      throw new Error(`cannot tell which tables this query reads: ${sql}`);
  }

  isAffectedBy(tables: readonly string[], columns: readonly string[] | undefined): boolean {
    const footprint = this.#footprint;
    if (!tables.some((table) => footprint.tables.has(table))) return false;
    return !columns || footprint.selectsAllColumns || columns.some((name) => footprint.columns.has(name));
  }
}

/**
 * Keeps the rows of the prepared queries that are marked `cached`, for as long as the queries would return the same
 * rows: some queries run with every message, over rows that change seldom. The writing connection reports every
 * statement, and the cache drops the rows of the queries that read what the statement changes. Other processes cannot
 * write while a transaction of this one is open; whether they did is checked when a transaction begins, and between
 * transactions once in every read transaction.
 */
export class QueryCache {
  readonly #handle: Handle;
  readonly #dataVersion;
  readonly #queries = new Map<Query, CachedQuery>();
  /** The effects of the statements since the last commit. */
  readonly #uncommitted = new Set<StatementEffect>();
  /** The queries that an effect concerns. There are few of either, so each pair is compared only once. */
  #affected = new WeakMap<StatementEffect, readonly CachedQuery[]>();
  #lastDataVersion: number | undefined;
  #referencingTables: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(handle: Handle) {
    this.#handle = handle;
    this.#dataVersion = handle.prepare<{ data_version: number }, []>("pragma data_version");
  }

  /**
   * Drops all rows if another process has written. Rows that are cached after this call must also be read after it:
   * the next call would drop rows that are newer than the check, but never rows that are older.
   */
  checkForeignWrites(): void {
    const version = this.#dataVersion.get()?.data_version;
    if (version === this.#lastDataVersion) return;
    this.#lastDataVersion = version;
    this.#forgetSchema();
    for (const { rows } of this.#queries.values()) rows.clear();
  }

  /** The rows of a query as the open transaction sees them. */
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P, source: RowSource): R[] {
    if (!query.isCached) return source.find(query, values);
    const { rows } = this.#queries.get(query) ?? this.#register(query);
    const key = keyOf(values);
    const cached = rows.get(key);
    if (cached) return cached as R[];
    const found = source.find(query, values);
    // Callers could ask for any number of rows that do not exist, so an empty result is not cached.
    if (found.length === 0) return found;
    // Many callers share the rows: a change by one of them would show for all.
    for (const row of found) Object.freeze(row);
    if (rows.size >= maxResultsPerQuery) rows.clear();
    rows.set(key, Object.freeze(found) as Rows);
    return found;
  }

  /** The rows of a query as readers see them, without the changes of the open transaction. */
  findCommitted<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P, source: RowSource): R[] {
    const isUsable = query.isCached && (this.#queries.get(query) ?? this.#register(query)).isCommitted;
    return isUsable ? this.find(query, values, source) : source.find(query, values);
  }

  /** To be called before each statement that changes something. */
  invalidate(effect: StatementEffect): void {
    this.#uncommitted.add(effect);
    if (effect.changesSchema) this.#forgetSchema();
    for (const query of this.#affectedBy(effect)) {
      query.rows.clear();
      query.isCommitted = false;
    }
  }

  /** To be called after some of the changes since the last commit were rolled back. */
  rollBack(): void {
    for (const { isCommitted, rows } of this.#queries.values()) if (!isCommitted) rows.clear();
  }

  /** To be called once there are no uncommitted changes. */
  commit(): void {
    this.#uncommitted.clear();
    for (const query of this.#queries.values()) query.isCommitted = true;
  }

  #register(query: Query): CachedQuery {
    const cached = new CachedQuery(query);
    this.#queries.set(query, cached);
    this.#affected = new WeakMap();
    cached.isCommitted = ![...this.#uncommitted].some((effect) => this.#affectedBy(effect).includes(cached));
    return cached;
  }

  #forgetSchema(): void {
    this.#affected = new WeakMap();
    this.#referencingTables = undefined;
  }

  #affectedBy(effect: StatementEffect): readonly CachedQuery[] {
    const known = this.#affected.get(effect);
    if (known) return known;
    const all = [...this.#queries.values()];
    const { columns } = effect;
    const tables = effect.cascades ? this.#withReferencing(effect.tables) : effect.tables;
    const affected = effect.changesSchema ? all : all.filter((query) => query.isAffectedBy(tables, columns));
    this.#affected.set(effect, affected);
    return affected;
  }

  /** These tables and those with foreign keys to them, directly or not: a deletion may cascade there. */
  #withReferencing(tables: readonly string[]): readonly string[] {
    this.#referencingTables ??= findReferencingTables(this.#handle);
    const all = new Set(tables);
    for (const table of all) for (const other of this.#referencingTables.get(table) ?? []) all.add(other);
    return [...all];
  }
}

function findReferencingTables(handle: Handle): Map<string, string[]> {
  const keys = handle
    .query<{ name: string; parent: string }, []>(
      `select s.name, f."table" as parent from sqlite_schema s, pragma_foreign_key_list(s.name) f where s.type = 'table'`,
    )
    .all();
  const byParent = Map.groupBy(keys, ({ parent }) => parent);
  return new Map([...byParent].map(([parent, children]) => [parent, children.map(({ name }) => name)]));
}

/** No value contains the character between them. */
function keyOf(values: readonly unknown[]): string {
  let key = String(values[0]);
  for (let at = 1; at < values.length; at++) key += `\0${values[at]}`;
  return key;
}
