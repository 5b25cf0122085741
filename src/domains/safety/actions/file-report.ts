import type { Services } from "../../../declare/services.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { keepReported } from "../../files/index.ts";
import type { ReportedContent } from "../model.ts";
import { filesOfSnapshot } from "../rules/snapshot-files.ts";
import { insertReport, insertSnapshot } from "../store/reports.ts";
import { locateMessage } from "./locate-message.ts";
import { takeSnapshots } from "./take-snapshots.ts";

type ReportTx = Tx<never, "NotFound" | "CannotReportYourself">;

interface ReportSteps {
  readonly services: Services;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: ReportTx) => Promise<T>): Promise<T>;
}

interface ReportRequest {
  readonly reporterId: string;
  readonly content: ReportedContent;
  readonly context: string;
}

export async function fileReport(
  { services, read, write }: ReportSteps,
  request: ReportRequest,
): Promise<void> {
  const messageId = messageIdOf(request.content);
  // Runs before the transaction, because the search would block all other writers.
  const channelId = messageId === undefined ? undefined : await locateMessage({ services, read }, messageId);
  await write((tx) => storeReport(tx, request, channelId));
}

/** Stores a report with snapshots of its content, and keeps the reported files for as long as it is open. */
async function storeReport(
  tx: ReportTx,
  { reporterId, content, context }: ReportRequest,
  channelId: string | undefined,
): Promise<void> {
  const { ids } = tx.services;
  const snapshots = await takeSnapshots(tx, { content, reporterId, channelId });
  const report_id = ids.next();
  await insertReport(tx, {
    id: report_id,
    author_id: reporterId,
    content: JSON.stringify(content),
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
      filesOfSnapshot(snapshot).map(({ _id }) => _id),
    );
  }
}

function messageIdOf(content: ReportedContent): string | undefined {
  if (content.type === "Message") return content.id;
  return content.type === "User" ? content.message_id : undefined;
}
