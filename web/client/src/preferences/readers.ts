/** Reads a stored value. What an older or newer version, or another client, wrote otherwise counts as the default. */
export type Reader<T> = (stored: unknown) => T;

/** One of these; the first is the default. */
export function oneOf<const T>(first: T, ...others: readonly T[]): Reader<T> {
  return (stored) => [first, ...others].find((known) => known === stored) ?? first;
}

export const flag = (standard: boolean): Reader<boolean> => oneOf(standard, !standard);

/** A whole number within bounds. */
export function within(least: number, most: number, standard: number): Reader<number> {
  return (stored) =>
    typeof stored === "number" && Number.isFinite(stored)
      ? Math.round(Math.min(most, Math.max(least, stored)))
      : standard;
}

/** A list without what is not of its kind. */
export function listOf<T>(isOne: (value: unknown) => value is T): Reader<readonly T[]> {
  return (stored) => (Array.isArray(stored) ? stored.filter(isOne) : []);
}

/** A table without what is not of its kind. */
export function tableOf<T>(isOne: (value: unknown) => value is T): Reader<Readonly<Record<string, T>>> {
  return (stored) => {
    const kept: Record<string, T> = {};
    for (const [name, value] of Object.entries(fieldsOf(stored))) if (isOne(value)) kept[name] = value;
    return kept;
  };
}

export const isText = (value: unknown): value is string => typeof value === "string";
export const isNumber = (value: unknown): value is number => typeof value === "number";

/** What a stored object has; nothing, if it is none. */
export function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === "object" && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
}
