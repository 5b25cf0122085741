/** What is valid of a stored value; `undefined` if nothing is. Older and newer versions and other clients store too. */
export type Schema<T> = (stored: unknown) => T | undefined;

export function oneOf<const T>(...values: readonly T[]): Schema<T> {
  return (stored) => values.find((known) => known === stored);
}

export const flag: Schema<boolean> = oneOf(true, false);

/** A whole number within bounds. */
export function within(least: number, most: number): Schema<number> {
  return (stored) =>
    typeof stored === "number" && Number.isFinite(stored)
      ? Math.round(Math.min(most, Math.max(least, stored)))
      : undefined;
}

/** A list without what is not of its kind. */
export function listOf<T>(isOne: (value: unknown) => value is T): Schema<readonly T[]> {
  return (stored) => (Array.isArray(stored) ? stored.filter(isOne) : undefined);
}

/** A table without what is not of its kind. */
export function tableOf<T>(isOne: (value: unknown) => value is T): Schema<Readonly<Record<string, T>>> {
  return (stored) => {
    const kept: Record<string, T> = {};
    for (const [name, value] of Object.entries(fieldsOf(stored))) if (isOne(value)) kept[name] = value;
    return kept;
  };
}

/** An object, with the default in place of each field that is not valid. */
export function fields<T extends object>(
  standard: T,
  schemas: { readonly [K in keyof T]-?: Schema<T[K]> },
): Schema<T> {
  return (stored) => {
    const found = fieldsOf(stored);
    const valid = { ...standard };
    for (const name in schemas) valid[name] = schemas[name](found[name]) ?? standard[name];
    return valid;
  };
}

export const isText = (value: unknown): value is string => typeof value === "string";
export const isNumber = (value: unknown): value is number => typeof value === "number";

/** The fields of a stored object; none if it is not an object. */
export function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  return isFields(stored) ? { ...stored } : {};
}

/** A stored text; nothing, if something else wrote it. */
export function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

const isFields = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
