import type { Tx } from "../../../declare/tx.ts";
import { releaseReported } from "../../files/index.ts";
import type { ReportSnapshot } from "../model.ts";
import { filesOfSnapshot } from "../rules/snapshot-files.ts";
import { listSnapshots, updateReport } from "../store/reports.ts";
import type { ReportRow } from "../tables.ts";

/** Closes an open report and releases its files, which are then deleted unless another object uses them. */
export async function closeReport(
  tx: Tx,
  report: ReportRow,
  { notes, rejection_reason }: Pick<ReportRow, "notes" | "rejection_reason">,
): Promise<ReportRow> {
  for (const { content } of await listSnapshots(tx, report.id)) {
    const files = filesOfSnapshot(JSON.parse(content) as ReportSnapshot);
    await releaseReported(
      tx,
      files.map(({ _id }) => _id),
    );
  }
  const status = rejection_reason === null ? "Resolved" : "Rejected";
  const changes = { status, notes, rejection_reason, closed_at: tx.services.clock.now() } as const;
  await updateReport(tx, report.id, changes);
  return { ...report, ...changes };
}
