import type { Fail } from "../../../declare/error.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { closeReport, findReport, type ReportRow, readReport } from "../../safety/index.ts";
import type { AdminReport, AdminReportClosing, AdminReportDetails } from "../model.ts";
import { reportView } from "../rules/views.ts";

export async function viewReport(
  db: Reader,
  id: string,
  fail: Fail<"NotFound">,
): Promise<AdminReportDetails> {
  const { report, snapshots, names } = await readReport(db, await requireReport(db, id, fail));
  return { report: reportView(report), snapshots: [...snapshots], names: Object.fromEntries(names) };
}

/** Closes an open report: rejected if there is a reason for that, otherwise resolved. */
export async function closeOpenReport(
  tx: Tx<never, "NotFound" | "InvalidOperation">,
  id: string,
  { notes = "", rejection_reason: reason }: AdminReportClosing,
): Promise<AdminReport> {
  const report = await requireReport(tx, id, tx.fail);
  if (report.status !== "Created") throw tx.fail("InvalidOperation");
  return reportView(await closeReport(tx, report, { notes, rejection_reason: reason ?? null }));
}

async function requireReport(db: Reader, id: string, fail: Fail<"NotFound">): Promise<ReportRow> {
  const report = await findReport(db, id);
  if (!report) throw fail("NotFound");
  return report;
}
