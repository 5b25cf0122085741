import type { Tx } from "../../../store/tx.ts";
import { keepReported } from "../../files/index.ts";
import { filesIn } from "../rules/files-in.ts";
import { insertReport, insertSnapshot } from "../store/reports.ts";
import { type Sight, takeSnapshots } from "./take-snapshots.ts";

export interface Complaint extends Sight {
  readonly context: string;
}

/** Stores a report with what it is about, and keeps the files of that for as long as it is open. */
export async function fileReport(
  tx: Tx<never, "NotFound" | "CannotReportYourself">,
  { context, ...sight }: Complaint,
): Promise<void> {
  const { ids } = tx.services;
  const snapshots = await takeSnapshots(tx, sight);
  const report_id = ids.next();
  await insertReport(tx, {
    id: report_id,
    author_id: sight.by,
    content: JSON.stringify(sight.content),
    additional_context: context,
    status: "Created",
    rejection_reason: null,
    notes: "",
    closed_at: null,
  });
  for (const snapshot of snapshots) {
    await insertSnapshot(tx, { id: ids.next(), report_id, content: JSON.stringify(snapshot) });
    await keepReported(
      tx,
      filesIn(snapshot).map(({ _id }) => _id),
    );
  }
}
