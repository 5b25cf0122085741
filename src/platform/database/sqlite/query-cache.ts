import type { Database as Handle } from "bun:sqlite";
import type { ColumnNode, OperationNode, RawNode, TableNode } from "kysely";
import type { Prepared } from "../prepared.ts";

type Rows = readonly unknown[];
type Query = Pick<Prepared<never, unknown>, "compiled" | "isCached" | "partition">;

/** Runs the queries whose rows are not cached. */
export interface RowSource {
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): R[];
}

/** A query with more rows than this starts again with none. */
const maxRowsPerQuery = 10_000;

/** The rows of one query by its parameters, for each partition; the partition of a query without them is empty. */
class CachedQuery {
  readonly #isPartitioned: boolean;
  readonly #results = new Map<string, Map<string, Rows>>();
  /** Partitions that the open transaction has changed: their rows are not cached until it ends. */
  readonly changed = new Set<string>();
  #rowCount = 0;

  constructor({ partition }: Query) {
    this.#isPartitioned = partition !== undefined;
  }

  partitionOf(values: readonly unknown[]): string {
    return this.#isPartitioned ? String(values[0]) : "";
  }

  get(partition: string, values: readonly unknown[]): Rows | undefined {
    return this.#results.get(partition)?.get(keyOf(values));
  }

  set(partition: string, values: readonly unknown[], rows: Rows): void {
    if (this.#rowCount + rows.length > maxRowsPerQuery) this.clear();
    this.#rowCount += rows.length;
    const results = this.#results.get(partition);
    if (results) results.set(keyOf(values), rows);
    else this.#results.set(partition, new Map([[keyOf(values), rows]]));
  }

  drop(partition: string): void {
    this.changed.add(partition);
    for (const rows of this.#results.get(partition)?.values() ?? []) this.#rowCount -= rows.length;
    this.#results.delete(partition);
  }

  clear(): void {
    this.#results.clear();
    this.#rowCount = 0;
  }
}

/**
 * Keeps the rows of prepared queries that are marked `cached`, for as long as the queries would return the same rows.
 * Temporary triggers of the writing connection note which partition of which query each changed row belongs to, also
 * where a deletion cascades, and for raw SQL. Other processes cannot write while a transaction of this one is open;
 * whether they did is checked when a transaction begins, and between transactions once in every read transaction.
 * The schema must not change any more.
 */
export class QueryCache {
  readonly #handle: Handle;
  readonly #dataVersion;
  readonly #takeChanges;
  readonly #queries = new Map<Query, CachedQuery>();
  /** By the number that the triggers note. */
  readonly #byNumber = new Map<number, CachedQuery>();
  /** With the triggers that they lack so far: a rollback would remove triggers that are created in a transaction. */
  readonly #untracked = new Map<Query, { readonly number: number; readonly triggers: readonly string[] }>();
  #lastNumber = 0;
  #mayHaveChanges = false;
  #lastDataVersion: number | undefined;

  constructor(handle: Handle) {
    this.#handle = handle;
    handle.run("pragma temp_store = memory");
    // Otherwise rows that `replace` displaces would fire no triggers.
    handle.run("pragma recursive_triggers = on");
    handle.run("create temp table changed (query integer, partition text)");
    this.#dataVersion = handle.prepare<{ data_version: number }, []>("pragma data_version");
    this.#takeChanges = handle.prepare<{ query: number; partition: string }, []>(
      "delete from temp.changed returning query, partition",
    );
  }

  /**
   * Drops all rows if another process has written. Rows that are cached after this call must also be read after it:
   * the next call would drop rows that are newer than the check, but never rows that are older.
   */
  checkForeignWrites(): void {
    const version = this.#dataVersion.get()?.data_version;
    if (version === this.#lastDataVersion) return;
    this.#lastDataVersion = version;
    for (const query of this.#byNumber.values()) query.clear();
  }

  /** The rows of a query, from `source` if they are not cached or the open transaction has changed them. */
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P, source: RowSource): R[] {
    if (!query.isCached) return source.find(query, values);
    const cached = this.#queries.get(query) ?? this.#register(query);
    this.noteChanges();
    const partition = cached?.partitionOf(values) ?? "";
    if (!cached || cached.changed.has(partition)) return source.find(query, values);
    const known = cached.get(partition, values);
    if (known) return known as R[];
    const rows = source.find(query, values);
    // Callers could ask for any number of rows that do not exist, so an empty result is not cached.
    if (rows.length === 0) return rows;
    // Many callers share the rows: a change by one of them would show for all.
    for (const row of rows) Object.freeze(row);
    cached.set(partition, values, Object.freeze(rows) as Rows);
    return rows;
  }

  /** To be called before each statement that may change something. */
  beforeChange(): void {
    this.#mayHaveChanges = true;
  }

  /** Drops the rows that the open transaction has changed. To be called before its commit. */
  noteChanges(): void {
    if (!this.#mayHaveChanges) return;
    this.#mayHaveChanges = false;
    for (const { query, partition } of this.#takeChanges.all()) this.#byNumber.get(query)?.drop(partition);
  }

  /** Begins to cache the queries of earlier transactions. To be called before a transaction begins. */
  trackQueries(): void {
    for (const [query, { number, triggers }] of this.#untracked) {
      this.#untracked.delete(query);
      for (const trigger of triggers) this.#handle.run(trigger);
      const cached = new CachedQuery(query);
      this.#queries.set(query, cached);
      this.#byNumber.set(number, cached);
    }
  }

  /** To be called after a commit, or after a rollback of the whole transaction. */
  onSettled(): void {
    this.#mayHaveChanges = false;
    for (const { changed } of this.#byNumber.values()) changed.clear();
  }

  #register(query: Query): CachedQuery | undefined {
    if (!this.#untracked.has(query)) {
      const number = ++this.#lastNumber;
      this.#untracked.set(query, { number, triggers: triggersFor(query, number) });
    }
    if (!this.#handle.inTransaction) this.trackQueries();
    return this.#queries.get(query);
  }
}

function triggersFor(query: Query, number: number): string[] {
  const { query: tree, sql } = query.compiled("sqlite");
  const { tables, columns, rawSql, selectsAll } = footprintOf(tree);
  // With unknown tables the cache could not tell when the rows are out of date.
  if (tables.size === 0 || rawSql.some(mayNameTable))
    throw new Error(`cannot tell which tables this query reads: ${sql}`);
  const { partition } = query;
  const firstCondition = sql.slice(0, sql.indexOf("?"));
  if (partition !== undefined && (tables.size > 1 || !firstCondition.endsWith(`"${partition}" = `)))
    throw new Error(`this query reads more than one ${partition}: ${sql}`);
  const note = (row: string) =>
    `insert into changed values (${number}, ${partition === undefined ? "''" : `${row}."${partition}"`});`;
  const readsAll = selectsAll || rawSql.length > 0 || columns.size === 0;
  const update = readsAll ? "update" : `update of ${[...columns].map((column) => `"${column}"`).join()}`;
  const events = { insert: note("new"), [update]: note("old") + note("new"), delete: note("old") };
  return [...tables].flatMap((table) =>
    Object.entries(events).map(
      ([event, body], at) =>
        `create temp trigger "cached ${number} ${table} ${at}" after ${event} on main."${table}" begin ${body} end`,
    ),
  );
}

/** Whether raw SQL may read a table: all else in an expression names columns of the tables of the query. */
function mayNameTable(rawSql: string): boolean {
  return /\b(select|values|in)\b/i.test(rawSql);
}

/** What a query names: its tables, the columns of whichever table, and raw SQL, which may name any column. */
function footprintOf(root: OperationNode) {
  const [tables, columns, rawSql] = [new Set<string>(), new Set<string>(), [] as string[]];
  let selectsAll = false;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    if (!isNode(value)) return;
    if (value.kind === "TableNode") tables.add((value as TableNode).table.identifier.name);
    else if (value.kind === "ColumnNode") columns.add((value as ColumnNode).column.name);
    else if (value.kind === "SelectAllNode") selectsAll = true;
    else if (value.kind === "RawNode") rawSql.push(...(value as RawNode).sqlFragments);
    for (const child of Object.values(value)) visit(child);
  };
  visit(root);
  return { tables, columns, rawSql, selectsAll };
}

function isNode(value: unknown): value is OperationNode {
  return typeof value === "object" && value !== null && "kind" in value;
}

/** No value contains the character between them. */
function keyOf(values: readonly unknown[]): string {
  let key = String(values[0]);
  for (let at = 1; at < values.length; at++) key += `\0${values[at]}`;
  return key;
}
