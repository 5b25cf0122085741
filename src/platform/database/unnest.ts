import { sql } from "kysely";

/** The columns of a list of rows, each with its type in PostgreSQL. */
export type RowType = Readonly<Record<string, "text" | "bigint">>;

/** Rows that PostgreSQL gets as one array for each column: the cheapest form for many. */
export function unnest<T>(type: RowType, arrays: readonly string[]) {
  const parts = Object.values(type).map((name, at) => sql`${arrays[at]}::${sql.raw(name)}[]`);
  return sql<T>`unnest(${sql.join(parts)})`.as<"given">(sql.raw(`given(${Object.keys(type).join(", ")})`));
}

/**
 * The arrays that `unnest` takes, in the form of PostgreSQL. It fills shorter arrays up with nulls, so a column without
 * any value takes no text, unless it is the first.
 */
export function arraysOf<R extends object>(type: RowType, rows: readonly R[]): string[] {
  return Object.keys(type).map((name, column) => {
    let text = "";
    let isEmpty = column > 0;
    for (const row of rows) {
      const value = (row as Readonly<Record<string, unknown>>)[name] ?? null;
      if (value !== null) isEmpty = false;
      text += `,${typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : (value ?? "NULL")}`;
    }
    return isEmpty ? "{}" : `{${text.slice(1)}}`;
  });
}
