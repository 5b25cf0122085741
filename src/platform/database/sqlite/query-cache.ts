import type { Database as Handle } from "bun:sqlite";
import type { Prepared } from "../prepared.ts";
import type { StatementEffect } from "./statement-effect.ts";

type Rows = readonly unknown[];
type Query = Pick<Prepared<never, unknown>, "text" | "isCached">;

/** Where rows are found that are not remembered. */
export interface RowSource {
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P): R[];
}

/** More are forgotten all at once. */
const mostOfOneQuery = 10_000;

/** What one query gave, by what was asked. */
class CachedQuery {
  readonly text: string;
  readonly tables: ReadonlySet<string>;
  readonly rows = new Map<string, Rows>();
  /** False from a change in its tables to the commit: what is found in between, others cannot see yet. */
  isSettled = true;

  constructor(text: string) {
    this.text = text;
    this.tables = new Set([...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)].map(([, table = ""]) => table));
    // Better not remembered than not forgotten.
    if (this.tables.size === 0 || /\bfrom\s+[^()]*?"\s*,/i.test(text.split(/\bwhere\b/i)[0] ?? ""))
      throw new Error(`cannot tell which tables this reads: ${text}`);
  }

  reads(tables: readonly string[], columns: readonly string[] | undefined): boolean {
    if (!tables.some((table) => this.tables.has(table))) return false;
    return !columns || this.text.includes("*") || columns.some((column) => this.text.includes(`"${column}"`));
  }
}

/**
 * The rows that some queries gave, for as long as they would give the same: what is asked with every message changes
 * seldom. Every statement of the connection passes by here, and one that changes what a query reads makes it forgotten.
 * Other processes cannot write while a transaction of ours is open; when one begins, it is found out whether they did,
 * and between transactions once in every turn of reads.
 */
export class QueryCache {
  readonly #handle: Handle;
  readonly #version;
  readonly #known = new Map<Query, CachedQuery>();
  /** Since the last commit. */
  readonly #changes = new Set<StatementEffect>();
  /** By change, whose tables it concerns: found out once, since there are few of either. */
  #concerned = new WeakMap<StatementEffect, readonly CachedQuery[]>();
  #versionBefore: number | undefined;
  #referring: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(handle: Handle) {
    this.#handle = handle;
    this.#version = handle.prepare<{ data_version: number }, []>("pragma data_version");
  }

  /**
   * Forgets what others have changed. Whatever is remembered afterwards must be found afterwards: newer than this is
   * forgotten next time, older never would be.
   */
  checkForeignWrites(): void {
    const version = this.#version.get()?.data_version;
    if (version === this.#versionBefore) return;
    this.#versionBefore = version;
    this.#learnAnew();
    for (const { rows } of this.#known.values()) rows.clear();
  }

  /** What a query finds, for those who see what the transaction has changed. */
  find<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P, source: RowSource): R[] {
    if (!query.isCached) return source.find(query, values);
    const { rows } = this.#known.get(query) ?? this.#meet(query);
    const key = keyOf(values);
    const before = rows.get(key);
    if (before) return before as R[];
    const found = source.find(query, values);
    // What is not there can be asked for under any name.
    if (found.length === 0) return found;
    // They are given to many: whoever changed one would change it for all.
    for (const row of found) Object.freeze(row);
    if (rows.size >= mostOfOneQuery) rows.clear();
    rows.set(key, Object.freeze(found) as Rows);
    return found;
  }

  /** What a reader finds, who does not see what the transaction has changed, if there is one. */
  findCommitted<P extends readonly unknown[], R>(query: Prepared<P, R>, values: P, source: RowSource): R[] {
    const isTrue = query.isCached && (this.#known.get(query) ?? this.#meet(query)).isSettled;
    return isTrue ? this.find(query, values, source) : source.find(query, values);
  }

  /** A statement is about to change this. */
  invalidate(change: StatementEffect): void {
    this.#changes.add(change);
    if (change.changesSchema) this.#learnAnew();
    for (const known of this.#concernedBy(change)) {
      known.rows.clear();
      known.isSettled = false;
    }
  }

  /** Some of the changes since the last commit are taken back. */
  rollBack(): void {
    for (const { isSettled, rows } of this.#known.values()) if (!isSettled) rows.clear();
  }

  /** No change is left that is not committed. */
  commit(): void {
    this.#changes.clear();
    for (const known of this.#known.values()) known.isSettled = true;
  }

  #meet(query: Query): CachedQuery {
    const known = new CachedQuery(query.text("sqlite"));
    this.#known.set(query, known);
    this.#concerned = new WeakMap();
    known.isSettled = ![...this.#changes].some((change) => this.#concernedBy(change).includes(known));
    return known;
  }

  /** Tables may have become others. */
  #learnAnew(): void {
    this.#concerned = new WeakMap();
    this.#referring = undefined;
  }

  #concernedBy(change: StatementEffect): readonly CachedQuery[] {
    const before = this.#concerned.get(change);
    if (before) return before;
    const all = [...this.#known.values()];
    const { columns } = change;
    const tables = change.cascades ? this.#withReferring(change.tables) : change.tables;
    const concerned = change.changesSchema ? all : all.filter((known) => known.reads(tables, columns));
    this.#concerned.set(change, concerned);
    return concerned;
  }

  /** These tables, and those whose rows may go with theirs. */
  #withReferring(tables: readonly string[]): readonly string[] {
    this.#referring ??= findReferring(this.#handle);
    const all = new Set(tables);
    for (const table of all) for (const other of this.#referring.get(table) ?? []) all.add(other);
    return [...all];
  }
}

function findReferring(handle: Handle): Map<string, string[]> {
  const keys = handle
    .query<{ name: string; parent: string }, []>(
      `select s.name, f."table" as parent from sqlite_schema s, pragma_foreign_key_list(s.name) f where s.type = 'table'`,
    )
    .all();
  const byParent = Map.groupBy(keys, ({ parent }) => parent);
  return new Map([...byParent].map(([parent, found]) => [parent, found.map(({ name }) => name)]));
}

/** No value holds the character between them. */
function keyOf(values: readonly unknown[]): string {
  let key = String(values[0]);
  for (let at = 1; at < values.length; at++) key += `\0${values[at]}`;
  return key;
}
