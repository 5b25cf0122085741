import { insertRows } from "../../../src/backup/rows/insert-rows.ts";
import type { CopiedTable } from "../../../src/backup/rows/plan.ts";
import type { FilesTables } from "../../../src/domains/files/index.ts";
import type { Database, WriteQueries } from "../../../src/platform/database/port.ts";
import type { TableName } from "../rows.ts";
import { type StepProgress, saveProblems, saveStep } from "./step-progress.ts";
import type { AnyRow, TakenPage } from "./take-documents.ts";

interface StoredStep {
  readonly name: string;
  readonly progress: StepProgress;
}

/** Stores a page and how far the step is then, all or nothing. */
export function storePage(
  database: Database,
  tables: readonly CopiedTable[],
  { page, step }: { readonly page: TakenPage; readonly step: StoredStep },
): Promise<void> {
  return database.write(
    async (queries) => {
      // Referenced tables come first.
      for (const table of tables) {
        const rows = page.rows.get(table.name as TableName);
        if (rows) await insertRows(queries, table, rows.map(asTexts));
      }
      await claimFiles(queries, page);
      await saveProblems(queries, `${step.name} ${step.progress.documents}`, page.problems);
      await saveStep(queries, step.name, step.progress);
    },
    { isLong: true },
  );
}

function asTexts(row: AnyRow): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
  );
}

async function claimFiles(queries: WriteQueries, { claims, kept }: TakenPage): Promise<void> {
  const db = queries.sql<FilesTables>();
  for (const { id, use, by } of claims)
    await db
      .updateTable("files")
      .set({ used_as: use, used_by: by })
      .where("id", "=", id)
      .where("used_as", "is", null)
      .execute();
  for (const id of kept)
    await db
      .updateTable("files")
      .set((row) => ({ reported: row("reported", "+", 1) }))
      .where("id", "=", id)
      .execute();
}

/** Whether the database has refused a value: too large for it, or in conflict with another row. */
export function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return /^(22|23|54)...$|^SQLITE_(CONSTRAINT|TOOBIG|MISMATCH)/.test(String(error.code));
}
