import { type Command, CommandError } from "../../../declare/command.ts";
import { pageOf, pageOptions, readPage } from "../../../declare/page.ts";
import type { Reader } from "../../../declare/tx.ts";
import { closeReport } from "../actions/close-report.ts";
import { readReport } from "../actions/read-report.ts";
import type { ReportedContent } from "../model.ts";
import { creationTimeOf, describeReport } from "../rules/report-page.ts";
import { findReport, isReportSelection, listReports } from "../store/reports.ts";
import type { ReportRow } from "../tables.ts";

const list: Command = {
  words: ["reports", "list"],
  isReadOnly: true,
  args: [],
  options: {
    status: "open, closed or all; by default open",
    ...pageOptions,
  },
  doc: "List reports, newest first.",
  async run(context) {
    const { status = "open" } = context.options;
    if (!isReportSelection(status)) throw new CommandError("--status must be open, closed or all");
    const page = readPage(context);
    const reports = await context.read((db) => listReports(db, status, page));
    return pageOf(reports.map(describe), page);
  },
};

const show: Command = {
  words: ["reports", "show"],
  isReadOnly: true,
  args: ["report"],
  doc: "Show a report, with the reported content as it was at that time.",
  run: ({ args: [id = ""], read }) =>
    read(async (db) => describeReport(await readReport(db, await requireReport(db, id)))),
};

const close: Command = {
  words: ["reports", "close"],
  args: ["report"],
  options: { note: "the action taken", reject: "why the report is rejected" },
  doc: "Close a report. Until then, reported files are kept even if they are deleted.",
  run: ({ args: [id = ""], options: { note, reject }, write }) =>
    write(async (tx) => {
      if (reject?.trim() === "") throw new CommandError("--reject needs a reason");
      const report = await requireReport(tx, id);
      if (report.status !== "Created") throw new CommandError(`the report ${id} is already closed`);
      const changes = { notes: note ?? "", rejection_reason: reject ?? null };
      return [describe(await closeReport(tx, report, changes))];
    }),
};

export const reportCommands: readonly Command[] = [list, show, close];

async function requireReport(db: Reader, id: string): Promise<ReportRow> {
  const report = await findReport(db, id);
  if (!report) throw new CommandError(`no report has the id ${id}`);
  return report;
}

function describe(report: ReportRow) {
  const content = JSON.parse(report.content) as ReportedContent;
  return {
    id: report.id,
    made: creationTimeOf(report.id),
    status: report.status,
    about: content.type,
    reported: content.id,
    reason: content.report_reason,
    by: report.author_id,
  };
}
