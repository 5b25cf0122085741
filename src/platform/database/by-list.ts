import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { ReadQuery } from "./prepared.ts";

/** Whether a column has one of the values of a list, which is passed as JSON. */
type Among = (column: Expression<string>, list: string) => RawBuilder<SqlBool>;

export const among: Record<"sqlite" | "postgres", Among> = {
  sqlite: (column, list) => sql`${column} in (select value from json_each(${list}))`,
  postgres: (column, list) =>
    sql`${column} = any (array(select json_array_elements_text(${list}::text::json)))`,
};

/**
 * Prepares a query by a list of texts for each engine. The list is one value, so the query is the same, and compiled
 * once, for any number of texts.
 */
export function prepareByList<P extends readonly unknown[], R>(
  prepareWith: (among: Among) => ReadQuery<P, R>,
) {
  return { sqlite: prepareWith(among.sqlite), postgres: prepareWith(among.postgres) };
}
