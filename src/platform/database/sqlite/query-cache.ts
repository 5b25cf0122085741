import type { Database as Handle } from "bun:sqlite";
import { valuesNamedIn } from "../named-values.ts";
import { Placeholder, type Prepared } from "../prepared.ts";
import { footprintOf, type QueryFootprint, type StatementEffect } from "../statement-effect.ts";

type Rows = readonly unknown[];
type Query = Pick<Prepared<never, unknown>, "compiled" | "isCached" | "partition">;

/** Runs the queries whose rows are not cached. */
export interface RowSource {
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): R[];
}

/** A query with more rows than this starts again with none. */
const maxRowsPerQuery = 10_000;

/** The rows that one query returned, by its parameters. A query without partitions has one, whose value is empty. */
class CachedQuery {
  readonly partition: string | undefined;
  readonly #footprint: QueryFootprint;
  readonly #results = new Map<string, Map<string, Rows>>();
  #rowCount = 0;
  /** Changed since the last commit: other readers must not see rows from in between. */
  readonly #uncommitted = new Set<string>();
  #isAllUncommitted = false;

  constructor(query: Query) {
    const { query: tree, sql } = query.compiled("sqlite");
    this.partition = query.partition;
    this.#footprint = footprintOf(tree);
    const { tables, rawSql } = this.#footprint;
    // With unknown tables the cache could not tell when the rows are out of date.
    if (tables.size === 0 || rawSql.some(mayNameTable))
      throw new Error(`cannot tell which tables this query reads: ${sql}`);
    if (this.partition === undefined) return;
    const value = valuesNamedIn(tree).get(this.partition);
    if (tables.size > 1 || !(value instanceof Placeholder && value.index === 0))
      throw new Error(`this query reads more than one ${this.partition}: ${sql}`);
  }

  isAffectedBy(tables: readonly string[], columns: readonly string[] | undefined): boolean {
    const footprint = this.#footprint;
    if (!tables.some((table) => footprint.tables.has(table))) return false;
    const readsAll = footprint.selectsAllColumns || footprint.rawSql.length > 0;
    return !columns || readsAll || columns.some((name) => footprint.columns.has(name));
  }

  get(values: readonly unknown[]): Rows | undefined {
    return this.#results.get(this.#partitionOf(values))?.get(keyOf(values));
  }

  set(values: readonly unknown[], rows: Rows): void {
    if (this.#rowCount + rows.length > maxRowsPerQuery) this.clear();
    this.#rowCount += rows.length;
    const partition = this.#partitionOf(values);
    const results = this.#results.get(partition);
    if (results) results.set(keyOf(values), rows);
    else this.#results.set(partition, new Map([[keyOf(values), rows]]));
  }

  /** Whether readers may have the rows for these values. */
  isCommitted(values: readonly unknown[]): boolean {
    if (this.#isAllUncommitted) return false;
    return this.#uncommitted.size === 0 || !this.#uncommitted.has(this.#partitionOf(values));
  }

  /** Drops the rows of one partition, or of all, until the commit. */
  invalidate(partition: string | undefined): void {
    if (partition === undefined) {
      this.clear();
      this.#isAllUncommitted = true;
    } else {
      this.#drop(partition);
      this.#uncommitted.add(partition);
    }
  }

  rollBack(): void {
    if (this.#isAllUncommitted) this.clear();
    for (const partition of this.#uncommitted) this.#drop(partition);
  }

  commit(): void {
    this.#uncommitted.clear();
    this.#isAllUncommitted = false;
  }

  clear(): void {
    this.#results.clear();
    this.#rowCount = 0;
  }

  #drop(partition: string): void {
    const results = this.#results.get(partition);
    if (!results) return;
    for (const rows of results.values()) this.#rowCount -= rows.length;
    this.#results.delete(partition);
  }

  #partitionOf(values: readonly unknown[]): string {
    return this.partition !== undefined ? String(values[0]) : "";
  }
}

/** Whether raw SQL may read a table: all else in an expression names columns of the tables of the query. */
function mayNameTable(rawSql: string): boolean {
  return /\b(select|values|in)\b/i.test(rawSql);
}

/** A query, and where the statement names the partition whose rows it changes; undefined if it may change any. */
interface AffectedQuery {
  readonly query: CachedQuery;
  readonly position: number | undefined;
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
  #affected = new WeakMap<StatementEffect, readonly AffectedQuery[]>();
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
    for (const query of this.#queries.values()) query.clear();
  }

  /** The rows of a query as the open transaction sees them. */
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P, source: RowSource): R[] {
    const results = this.#resultsOf(query);
    return results ? this.#findIn(results, query, values, source) : source.find(query, values);
  }

  #findIn<P extends readonly unknown[], R>(
    results: CachedQuery,
    query: Prepared<P, R>,
    values: P,
    source: RowSource,
  ): R[] {
    const cached = results.get(values);
    if (cached) return cached as R[];
    const found = source.find(query, values);
    // Callers could ask for any number of rows that do not exist, so an empty result is not cached.
    if (found.length === 0) return found;
    // Many callers share the rows: a change by one of them would show for all.
    for (const row of found) Object.freeze(row);
    results.set(values, Object.freeze(found) as Rows);
    return found;
  }

  /** The rows of a query as readers see them, without the changes of the open transaction. */
  findCommitted<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P, source: RowSource): R[] {
    const results = this.#resultsOf(query);
    return results?.isCommitted(values)
      ? this.#findIn(results, query, values, source)
      : source.find(query, values);
  }

  /** To be called before each statement that changes something. */
  invalidate(effect: StatementEffect, parameters: readonly unknown[]): void {
    this.#uncommitted.add(effect);
    if (effect.changesSchema) this.#forgetSchema();
    for (const { query, position } of this.#affectedBy(effect))
      query.invalidate(position === undefined ? undefined : String(parameters[position]));
  }

  /** To be called after some of the changes since the last commit were rolled back. */
  rollBack(): void {
    for (const query of this.#queries.values()) query.rollBack();
  }

  /** To be called once there are no uncommitted changes. */
  commit(): void {
    this.#uncommitted.clear();
    for (const query of this.#queries.values()) query.commit();
  }

  #resultsOf(query: Query): CachedQuery | undefined {
    if (!query.isCached && query.partition === undefined) return undefined;
    return this.#queries.get(query) ?? this.#register(query);
  }

  #register(query: Query): CachedQuery {
    const cached = new CachedQuery(query);
    this.#queries.set(query, cached);
    this.#affected = new WeakMap();
    const isChanged = (effect: StatementEffect) =>
      this.#affectedBy(effect).some(({ query }) => query === cached);
    if ([...this.#uncommitted].some(isChanged)) cached.invalidate(undefined);
    return cached;
  }

  #forgetSchema(): void {
    this.#affected = new WeakMap();
    this.#referencingTables = undefined;
  }

  #affectedBy(effect: StatementEffect): readonly AffectedQuery[] {
    const known = this.#affected.get(effect);
    if (known) return known;
    const all = [...this.#queries.values()];
    const { columns } = effect;
    const tables = effect.cascades ? this.#withReferencing(effect.tables) : effect.tables;
    const affected = effect.changesSchema ? all : all.filter((query) => query.isAffectedBy(tables, columns));
    const pairs = affected.map((query) => ({ query, position: positionIn(effect, query) }));
    this.#affected.set(effect, pairs);
    return pairs;
  }

  /** These tables and those with foreign keys to them, directly or not: a deletion may cascade there. */
  #withReferencing(tables: readonly string[]): readonly string[] {
    this.#referencingTables ??= findReferencingTables(this.#handle);
    const all = new Set(tables);
    for (const table of all) for (const other of this.#referencingTables.get(table) ?? []) all.add(other);
    return [...all];
  }
}

function positionIn({ tables, columns, positions }: StatementEffect, query: CachedQuery): number | undefined {
  // Rows that a deletion cascades to have columns of their own.
  const isDirect = query.isAffectedBy(tables, columns);
  return isDirect && query.partition !== undefined ? positions.get(query.partition) : undefined;
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
