import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";

const compiled = new WeakMap<TSchema, Validator>();

/** Compiled when it is first needed, once for the whole program: all of them together would hold up every start. */
export function validatorOf(schema: TSchema): Validator {
  const known = compiled.get(schema);
  if (known) return known;
  const validator: Validator = Compile(schema);
  compiled.set(schema, validator);
  return validator;
}
