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
  SqliteQueryCompiler,
} from "kysely";

type Dialect = "sqlite" | "postgres";

/** These write queries, and ask nobody. */
const builders: Record<Dialect, Kysely<never>> = {
  sqlite: new Kysely({
    dialect: {
      createDriver: () => new DummyDriver(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
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

class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/** The text of a query in one dialect, and which value goes where. */
interface Compiled<R> {
  readonly query: CompiledQuery<R>;
  /** Whether the parameters are just the values, one after another. */
  readonly plain: boolean;
}

/**
 * A query that is built once and then only filled in: for the few that run on every request. The builder sees
 * placeholders instead of values, so it must put each straight into the query.
 */
export class Prepared<P extends readonly unknown[], R> {
  readonly #build: (db: Kysely<never>, ...values: P) => Compilable<R>;
  readonly #count: number;
  readonly #compiled = new Map<Dialect, Compiled<R>>();
  #isRemembered = false;

  constructor(build: (db: Kysely<never>, ...values: P) => Compilable<R>, count: number) {
    this.#build = build;
    this.#count = count;
  }

  /**
   * Lets an engine remember the rows while they are what it would find again. For what is asked often and changes
   * seldom; the rows must not be changed. An update makes them forgotten only if its columns are in the query.
   */
  cached(): this {
    this.#isRemembered = true;
    return this;
  }

  get isCached(): boolean {
    return this.#isRemembered;
  }

  text(dialect: Dialect): string {
    return this.#in(dialect).query.sql;
  }

  /** The values, each where its placeholder was. */
  parameters(dialect: Dialect, values: P): readonly unknown[] {
    const { query, plain } = this.#in(dialect);
    if (plain) return values;
    return query.parameters.map((value) => (value instanceof Placeholder ? values[value.index] : value));
  }

  #in(dialect: Dialect): Compiled<R> {
    const known = this.#compiled.get(dialect);
    if (known) return known;
    const placeholders = Array.from({ length: this.#count }, (_, index) => new Placeholder(index));
    const query = this.#build(builders[dialect], ...(placeholders as unknown as P)).compile();
    const { parameters } = query;
    const plain =
      parameters.length === this.#count &&
      parameters.every((value, index) => value instanceof Placeholder && value.index === index);
    const compiled = { query, plain };
    this.#compiled.set(dialect, compiled);
    return compiled;
  }
}

/** How many values there are has to be said where the builder takes them as a list. */
export function prepare<T, P extends readonly unknown[], R>(
  build: (db: Kysely<T>, ...values: P) => Compilable<R>,
  count = build.length - 1,
): Prepared<P, R> {
  return new Prepared(build as unknown as (db: Kysely<never>, ...values: P) => Compilable<R>, count);
}
