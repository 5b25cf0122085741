/** By which column a table is sorted. */
export interface Sorting {
  readonly column: string;
  readonly isDescending: boolean;
}

interface Sortable<Row> {
  readonly id: string;
  readonly sortBy?: (row: Row) => string | number;
}

/** The rows in the order of a column. Equal ones keep theirs. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Sortable<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] {
  const sortBy = columns.find(({ id }) => id === sorting?.column)?.sortBy;
  if (!sortBy) return rows;
  const sign = sorting?.isDescending ? -1 : 1;
  return rows.toSorted((a, b) => sign * compare(sortBy(a), sortBy(b)));
}

const compare = (a: string | number, b: string | number): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));

/** As an address has it: the column, and a minus sign before it for the other direction. */
export const writeSorting = ({ column, isDescending }: Sorting): string =>
  isDescending ? `-${column}` : column;

export function readSorting(text: string | undefined): Sorting | undefined {
  if (!text) return undefined;
  const isDescending = text.startsWith("-");
  return { column: isDescending ? text.slice(1) : text, isDescending };
}
