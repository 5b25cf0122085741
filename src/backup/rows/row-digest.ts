import type { Database } from "../../platform/database/port.ts";
import type { CopiedTable, RowQueries } from "./plan.ts";
import { readRows, type TextRow } from "./read-rows.ts";

export interface TableDigest {
  readonly rows: number;
  readonly digest: string;
  /** How many values held a NUL. */
  readonly nuls: number;
}

/**
 * The sum of the digests of rows: it does not depend on their order, because the engines may sort texts differently.
 */
export class RowDigest {
  #rows = 0;
  #nuls = 0;
  #sum = 0n;

  add(values: readonly (string | null)[]): void {
    this.#rows += 1;
    this.#nuls += values.filter((value) => value !== storable(value)).length;
    this.#sum += BigInt(`0x${Bun.SHA256.hash(JSON.stringify(values.map(storable)), "hex")}`);
  }

  get result(): TableDigest {
    const digest = BigInt.asUintN(256, this.#sum).toString(16).padStart(64, "0");
    return { rows: this.#rows, nuls: this.#nuls, digest };
  }
}

/** Reads a whole table. */
export async function digestTable(
  queries: RowQueries,
  table: CopiedTable,
  onPage: (rows: number) => void,
): Promise<TableDigest> {
  const digest = new RowDigest();
  for await (const page of readRows(queries, table)) {
    for (const row of page) digest.add(valuesOf(table, row));
    onPage(digest.result.rows);
  }
  return digest.result;
}

export function valuesOf({ columns }: CopiedTable, row: TextRow): (string | null)[] {
  return columns.map(({ name }) => row[name] ?? null);
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
