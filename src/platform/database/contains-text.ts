import { type RawBuilder, sql } from "kysely";

/** Whether a column contains a text, whatever the case of its letters (on SQLite: of its ASCII letters). No index helps. */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`;
}
