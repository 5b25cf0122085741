import type { StaticEncode, TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";

/** Checks values against a schema, which is compiled at the first use: compiling all schemas would slow down every start. */
export class LazyValidator<S extends TSchema = TSchema> {
  readonly #schema: S;
  #compiled: Validator<Record<never, never>, S> | undefined;

  constructor(schema: S) {
    this.#schema = schema;
  }

  check(value: unknown): value is StaticEncode<S> {
    return this.#validator.Check(value);
  }

  errors(value: unknown): ReturnType<Validator["Errors"]> {
    return this.#validator.Errors(value);
  }

  get #validator(): Validator<Record<never, never>, S> {
    this.#compiled ??= Compile(this.#schema);
    return this.#compiled;
  }
}
