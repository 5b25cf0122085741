import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
} from "kysely";
import { SqliteCompiler } from "./sqlite-compiler.ts";

type Dialect = "sqlite" | "postgres";

/** These build and compile queries; they cannot run them. */
const builders: Record<Dialect, Kysely<never>> = {
  sqlite: new Kysely({
    dialect: {
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => new SqliteCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  }),
  postgres: new Kysely({
    dialect: {
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  }),
};

/** Stands for a value in the tree of a prepared query. */
export class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

interface Compiled<R> {
  readonly query: CompiledQuery<R>;
  /** Whether the parameters are exactly the values, in their order. */
  readonly isPlain: boolean;
}

/**
 * A query that is built once and then only filled in: for the few that run on every request. The builder receives
 * placeholders instead of values, so it must put each of them into the query as it is.
 */
export class Prepared<P extends readonly unknown[], R, Kind extends "read" | "write" = "read" | "write"> {
  /** Exists in types alone: a query that only reads is not interchangeable with one that may write. */
  declare readonly kind: Kind;
  readonly #build: (db: Kysely<never>, ...values: P) => Compilable<R>;
  readonly #count: number;
  readonly #compiled = new Map<Dialect, Compiled<R>>();
  #isCached = false;
  #partition: string | undefined;
  #isPipelined = false;

  constructor(build: (db: Kysely<never>, ...values: P) => Compilable<R>, count: number) {
    this.#build = build;
    this.#count = count;
  }

  /**
   * Lets an engine keep the rows in memory for as long as it would find the same rows again. For queries that run
   * often over rows that change seldom. Callers must not change the rows. An update drops the cached rows only if it
   * sets a column that the query names. For rows of one table that change often, but seldom with the same value of a
   * column, `by` names the column, which must be the first parameter: a change then drops the rows of its
   * value alone.
   */
  cached(this: ReadQuery<P, R>, by?: string): ReadQuery<P, R> {
    this.#isCached = true;
    this.#partition = by;
    return this;
  }

  get isCached(): boolean {
    return this.#isCached;
  }

  /** The column by whose value the rows are cached. */
  get partition(): string | undefined {
    return this.#partition;
  }

  /**
   * Lets an engine go on before it has the answer; a failure then fails the commit. For queries of which the caller needs
   * neither rows nor the number of changed rows: it gets none.
   */
  pipelined(): Prepared<P, never, Kind> {
    this.#isPipelined = true;
    return this as unknown as Prepared<P, never, Kind>;
  }

  get isPipelined(): boolean {
    return this.#isPipelined;
  }

  compiled(dialect: Dialect): CompiledQuery<R> {
    return this.#compile(dialect).query;
  }

  /** The values, each where its placeholder was. */
  parameters(dialect: Dialect, values: P): readonly unknown[] {
    const { query, isPlain } = this.#compile(dialect);
    if (isPlain) return values;
    return query.parameters.map((value) => (value instanceof Placeholder ? values[value.index] : value));
  }

  #compile(dialect: Dialect): Compiled<R> {
    const known = this.#compiled.get(dialect);
    if (known) return known;
    const placeholders = Array.from({ length: this.#count }, (_, index) => new Placeholder(index));
    const query = this.#build(builders[dialect], ...(placeholders as unknown as P)).compile();
    const { parameters } = query;
    const isPlain =
      parameters.length === this.#count &&
      parameters.every((value, index) => value instanceof Placeholder && value.index === index);
    const compiled = { query, isPlain };
    this.#compiled.set(dialect, compiled);
    return compiled;
  }
}

export type ReadQuery<P extends readonly unknown[], R> = Prepared<P, R, "read">;
type WriteQuery<P extends readonly unknown[], R> = Prepared<P, R, "write">;

/** A select gives a read query, anything else a write query. `count` is needed where the builder takes a list of values. */
export function prepare<T, P extends readonly unknown[], R>(
  build: (db: Kysely<T>, ...values: P) => Compilable<R> & { readonly isSelectQueryBuilder: true },
  count?: number,
): ReadQuery<P, R>;
export function prepare<T, P extends readonly unknown[], R>(
  build: (db: Kysely<T>, ...values: P) => Compilable<R>,
  count?: number,
): WriteQuery<P, R>;
export function prepare<P extends readonly unknown[], R>(
  build: (db: Kysely<never>, ...values: P) => Compilable<R>,
  count = build.length - 1,
): Prepared<P, R, never> {
  return new Prepared(build, count);
}
