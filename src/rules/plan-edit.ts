import { isDeepStrictEqual } from "node:util";

/** How the fields of one kind of object are stored and shown. */
interface FieldMapping<Row, Field extends string, View> {
  /** The column values of each field when it is empty. */
  readonly empty: Readonly<Record<Field, Partial<Row>>>;
  /** Maps columns to the form that clients see, without empty ones. */
  readonly show: (columns: Partial<Row>) => View;
  /** Columns that hold JSON: the order of keys is no part of their value. */
  readonly json?: readonly (keyof Row)[];
}

/** Columns that are undefined stay unchanged. */
interface RequestedEdit<Row, Field extends string> {
  readonly remove?: readonly Field[] | undefined;
  readonly set: { readonly [Column in keyof Row]?: Row[Column] | undefined };
}

export interface PlannedEdit<Row, Field extends string, View> {
  /** The columns whose value changes. */
  readonly changes: Partial<Row>;
  /** The fields that were set to a new value. */
  readonly data: View;
  /** The fields that were cleared. */
  readonly clear: Field[];
  /** The old values of all these, without empty ones. */
  readonly before: View;
}

/**
 * Computes the effect of an edit. Fields are cleared before others are set, so a field that is also set does not count
 * as cleared. A field that keeps its value, empty or not, counts as neither.
 */
export function planEdit<Row extends object, Field extends string, View>(
  row: Row,
  { remove, set }: RequestedEdit<Row, Field>,
  { empty, show, json = [] }: FieldMapping<Row, Field, View>,
): PlannedEdit<Row, Field, View> {
  const assigned = pickColumns(set as Partial<Row>, (column) => set[column] !== undefined);
  const fields = [...new Set(remove)];
  const target: Partial<Row> = Object.assign({}, ...fields.map((field) => empty[field]), assigned);
  const changed = changedValues(row, target);
  const changes = pickColumns(
    changed,
    (column) => !json.includes(column) || !isSameJson(changed[column], row[column]),
  );
  const isCleared = (column: string) => column in changes && !(column in assigned);
  return {
    changes,
    data: show(pickColumns(changes, (column) => column in assigned)),
    clear: fields.filter((field) => Object.keys(empty[field]).some(isCleared)),
    before: show(pickColumns<Row>(row, (column) => column in changes)),
  };
}

/** The values that differ from those before. Every edit uses this rule: a value that is set again is no change. */
export function changedValues<Values extends object>(
  before: Values,
  after: Partial<Values>,
): Partial<Values> {
  return pickColumns(after, (key) => !isDeepStrictEqual(after[key], before[key]));
}

function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== "string" || typeof other !== "string") return false;
  return isDeepStrictEqual(JSON.parse(one), JSON.parse(other));
}

function pickColumns<Row extends object>(
  columns: Partial<Row>,
  keep: (column: keyof Row) => boolean,
): Partial<Row> {
  const kept = Object.entries(columns).filter(([column]) => keep(column as keyof Row));
  return Object.fromEntries(kept) as Partial<Row>;
}
