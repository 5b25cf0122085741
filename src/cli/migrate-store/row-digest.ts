import type { Database, ReadQueries } from "../../platform/database/port.ts";
import type { CopiedTable } from "./plan.ts";
import { readRows, type TextRow } from "./read-rows.ts";

export interface TableDigest {
  readonly rows: number;
  readonly digest: string;
  /** How many values held a NUL. */
  readonly nuls: number;
}

/**
 * Reads a whole table. The digest is the sum of the digests of its rows: it does not depend on their order, because the
 * engines may sort texts differently.
 */
export async function digestTable(
  queries: ReadQueries,
  table: CopiedTable,
  onPage: (rows: number) => void,
): Promise<TableDigest> {
  let [rows, nuls, sum] = [0, 0, 0n];
  for await (const page of readRows(queries, table)) {
    for (const row of page) {
      const values = table.columns.map(({ name }) => row[name] ?? null);
      nuls += values.filter((value) => value !== storable(value)).length;
      sum += BigInt(`0x${Bun.SHA256.hash(JSON.stringify(values.map(storable)), "hex")}`);
    }
    rows += page.length;
    onPage(rows);
  }
  return { rows, nuls, digest: BigInt.asUintN(256, sum).toString(16).padStart(64, "0") };
}

/** PostgreSQL cannot store NUL in a text. The API accepts none; what came another way is stored without. */
export function storable(value: string | null): string | null {
  return value?.includes("\0") ? value.replaceAll("\0", "") : value;
}

/** Throws if a derived column is empty in some row: then not every row was written by the copy. */
export async function assertDerived(target: Database, { name, derived }: CopiedTable): Promise<void> {
  for (const { column } of derived) {
    const empty = await target.read((queries) =>
      queries
        .sql<Record<string, TextRow>>()
        .selectFrom(name)
        .select(column)
        .where(column, "is", null)
        .limit(1)
        .execute(),
    );
    if (empty.length > 0) throw new Error(`${name}.${column} is empty in a copied row`);
  }
}
