import { insertRows, isDataError } from "../../backup/rows/insert-rows.ts";
import type { CopiedTable } from "../../backup/rows/plan.ts";
import { keyOf, readRows, type TextRow } from "../../backup/rows/read-rows.ts";
import { saveProgress, type TableProgress } from "../../backup/rows/unfinished-target.ts";
import { CommandError } from "../../declare/command.ts";
import type { Database, ReadQueries, WriteQueries } from "../../platform/database/port.ts";

/**
 * Copies the rest of a table, one transaction for each page. The transaction also stores how far the copy has come, so
 * that a copy that was killed continues with exactly the next row.
 */
export async function copyTable(
  { source, target }: { source: ReadQueries; target: Database },
  table: CopiedTable,
  { start, onPage }: { start: TableProgress; onPage(copied: number): void },
): Promise<void> {
  let { rows: copied } = start;
  for await (const rows of readRows(source, table, { after: start.after })) {
    const last = rows.at(-1) as TextRow;
    copied += rows.length;
    const progress = { after: keyOf(table, last), rows: copied, done: false };
    const write = async (queries: WriteQueries) => {
      await insertRows(queries, table, rows);
      await saveProgress(queries, table.name, progress);
    };
    await target.write(write, { isLong: true }).catch((error) => {
      throw isDataError(error) ? unstorable(table, rows, error) : error;
    });
    onPage(copied);
  }
  const finished = { after: undefined, rows: copied, done: true };
  await target.write((queries) => saveProgress(queries, table.name, finished));
}

function unstorable(table: CopiedTable, rows: readonly TextRow[], { message }: Error): CommandError {
  const [first = "", last = ""] = [rows.at(0), rows.at(-1)].map((row) => row && keyOf(table, row).join(", "));
  return new CommandError(
    `${table.name} holds a value that PostgreSQL cannot store: ${message}. It is in one of the rows from (${first}) to ` +
      `(${last}) of the SQLite database. Correct it there, and run this command again.`,
  );
}
