import { isDeepStrictEqual } from "node:util";

/** How things of a kind are edited. */
export interface Editing<Row, Field extends string, View> {
  /** What the columns of each field hold when it is empty. */
  readonly empty: Readonly<Record<Field, Partial<Row>>>;
  /** Columns as clients see them, without those that hold nothing. */
  readonly show: (columns: Partial<Row>) => View;
}

/** What somebody wants; what is undefined stays as it is. */
export interface Wish<Row, Field extends string> {
  readonly remove?: readonly Field[] | undefined;
  readonly set: { readonly [Column in keyof Row]?: Row[Column] | undefined };
}

export interface PlannedEdit<Row, Field extends string, View> {
  /** The columns that are other than before. */
  readonly changes: Partial<Row>;
  /** What is new. */
  readonly data: View;
  /** What was there and is there no longer. */
  readonly clear: Field[];
  /** What all these were before, as far as they were anything. */
  readonly before: View;
}

/**
 * What an edit does. Fields are emptied before others are set, so one that is set as well is not counted as emptied;
 * what is as it was before, empty or not, is not counted at all.
 */
export function planEdit<Row extends object, Field extends string, View>(
  row: Row,
  { remove, set }: Wish<Row, Field>,
  { empty, show }: Editing<Row, Field, View>,
): PlannedEdit<Row, Field, View> {
  const given = only(set as Partial<Row>, (column) => set[column] !== undefined);
  const fields = [...new Set(remove)];
  const wanted: Partial<Row> = Object.assign({}, ...fields.map((field) => empty[field]), given);
  const changes = only(wanted, (column) => !isDeepStrictEqual(wanted[column], row[column]));
  const isEmptied = (column: string) => column in changes && !(column in given);
  return {
    changes,
    data: show(only(changes, (column) => column in given)),
    clear: fields.filter((field) => Object.keys(empty[field]).some(isEmptied)),
    before: show(only<Row>(row, (column) => column in changes)),
  };
}

function only<Row extends object>(columns: Partial<Row>, keep: (column: keyof Row) => boolean): Partial<Row> {
  const kept = Object.entries(columns).filter(([column]) => keep(column as keyof Row));
  return Object.fromEntries(kept) as Partial<Row>;
}
