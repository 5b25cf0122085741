import type { Compilable, CompiledQuery, Kysely } from "kysely";

class Placeholder {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A query that is built once and then only filled in: for the few that run on every request. The builder sees
 * placeholders instead of values, so it must put each straight into the query.
 */
export class Prepared<P extends readonly unknown[], R> {
  readonly #build: (db: Kysely<never>, ...values: P) => Compilable<R>;
  readonly #count: number;
  readonly #compiled = new Map<string, CompiledQuery<R>>();

  constructor(build: (db: Kysely<never>, ...values: P) => Compilable<R>, count: number) {
    this.#build = build;
    this.#count = count;
  }

  /** The text is made once per dialect; the parameters are put where their placeholders were. */
  fill(dialect: string, db: Kysely<unknown>, values: P): CompiledQuery<R> {
    let compiled = this.#compiled.get(dialect);
    if (!compiled) {
      const placeholders = Array.from({ length: this.#count }, (_, index) => new Placeholder(index));
      compiled = this.#build(db as unknown as Kysely<never>, ...(placeholders as unknown as P)).compile();
      this.#compiled.set(dialect, compiled);
    }
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.index] : value,
    );
    return { ...compiled, parameters };
  }
}

/** How many values there are has to be said where the builder takes them as a list. */
export function prepare<T, P extends readonly unknown[], R>(
  build: (db: Kysely<T>, ...values: P) => Compilable<R>,
  count = build.length - 1,
): Prepared<P, R> {
  return new Prepared(build as unknown as (db: Kysely<never>, ...values: P) => Compilable<R>, count);
}
