import type { Tx } from "../../../store/tx.ts";
import { releaseReported } from "../../files/index.ts";
import type { Snapshot } from "../model.ts";
import { filesIn } from "../rules/files-in.ts";
import { listSnapshots, updateReport } from "../store/reports.ts";
import type { ReportRow } from "../tables.ts";

/** Ends an open report. Files that were kept for it alone go where nothing else uses them. */
export async function closeReport(
  tx: Tx,
  report: ReportRow,
  { notes, rejection_reason }: Pick<ReportRow, "notes" | "rejection_reason">,
): Promise<ReportRow> {
  for (const { content } of await listSnapshots(tx, report.id)) {
    const files = filesIn(JSON.parse(content) as Snapshot);
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
