import type { ListPage } from "../../../declare/page.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import type { FilesTables } from "../../files/index.ts";
import type { ReportRow, SafetyTables, SnapshotRow } from "../tables.ts";

export async function insertReport(tx: Tx, report: ReportRow): Promise<void> {
  await tx.sql<SafetyTables>().insertInto("reports").values(report).execute();
}

export async function insertSnapshot(tx: Tx, snapshot: SnapshotRow): Promise<void> {
  await tx.sql<SafetyTables>().insertInto("report_snapshots").values(snapshot).execute();
}

export function findReport(db: Reader, id: string): Promise<ReportRow | undefined> {
  return db.sql<SafetyTables>().selectFrom("reports").selectAll().where("id", "=", id).executeTakeFirst();
}

/** In the order of capture. */
export function listSnapshots(db: Reader, reportId: string): Promise<SnapshotRow[]> {
  const rows = db.sql<SafetyTables>().selectFrom("report_snapshots").selectAll();
  return rows.where("report_id", "=", reportId).orderBy("id").execute();
}

const statuses = {
  open: ["Created"],
  closed: ["Rejected", "Resolved"],
  all: ["Created", "Rejected", "Resolved"],
} as const satisfies Record<string, readonly ReportRow["status"][]>;

type ReportSelection = keyof typeof statuses;

export function isReportSelection(text: string): text is ReportSelection {
  return Object.hasOwn(statuses, text);
}

/** Newest first. */
export function listReports(
  db: Reader,
  selection: ReportSelection,
  { limit, after }: ListPage,
): Promise<ReportRow[]> {
  const reports = db.sql<SafetyTables>().selectFrom("reports").selectAll();
  let rows = reports.where("status", "in", statuses[selection]);
  if (after !== undefined) rows = rows.where("id", "<", after);
  return rows.orderBy("id", "desc").limit(limit).execute();
}

export async function updateReport(tx: Tx, id: string, changes: Partial<ReportRow>): Promise<void> {
  await tx.sql<SafetyTables>().updateTable("reports").set(changes).where("id", "=", id).execute();
}

/** The storage keys of the files that still exist, by file id. */
export async function listBlobKeys(
  db: Reader,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (fileIds.length === 0) return new Map();
  const rows = await db
    .sql<FilesTables>()
    .selectFrom("files")
    .innerJoin("stored_files", "stored_files.hash", "files.hash")
    .select(["files.id", "blob_key"])
    .where("files.id", "in", fileIds)
    .execute();
  return new Map(rows.map(({ id, blob_key }) => [id, blob_key]));
}

export async function countOpenReports(db: Reader): Promise<Record<"open_reports", number>> {
  const { count } = await db
    .sql<SafetyTables>()
    .selectFrom("reports")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("status", "=", "Created")
    .executeTakeFirstOrThrow();
  return { open_reports: Number(count) };
}
