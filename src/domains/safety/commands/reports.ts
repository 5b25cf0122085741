import { type Command, CommandError } from "../../../declare/command.ts";
import type { Reader } from "../../../store/tx.ts";
import { closeReport } from "../actions/close-report.ts";
import { readReport } from "../actions/read-report.ts";
import type { ReportedContent } from "../model.ts";
import { describeReport, momentOf } from "../rules/report-page.ts";
import { findReport, listReports } from "../store/reports.ts";
import type { ReportRow } from "../tables.ts";

const usualLimit = 50;
const mostAtOnce = 1_000;

const statuses: Readonly<Record<string, readonly ReportRow["status"][]>> = {
  open: ["Created"],
  closed: ["Rejected", "Resolved"],
  all: ["Created", "Rejected", "Resolved"],
};

const list: Command = {
  words: ["reports", "list"],
  args: [],
  options: {
    status: "open, closed or all; left out, open",
    limit: `how many, 1 to ${mostAtOnce}; left out, ${usualLimit}`,
  },
  doc: "List what people have reported, the newest first.",
  async run({ options, read }) {
    const { status = "open", limit = `${usualLimit}` } = options;
    const wanted = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
    if (!wanted) throw new CommandError("--status takes open, closed or all");
    const most = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
    if (most < 1 || most > mostAtOnce) throw new CommandError(`--limit takes a number, 1 to ${mostAtOnce}`);
    return (await read((db) => listReports(db, wanted, most))).map(describe);
  },
};

const show: Command = {
  words: ["reports", "show"],
  args: ["report"],
  doc: "Show a report with what it is about, as that was when it was reported.",
  run: ({ args: [id = ""], read }) =>
    read(async (db) => describeReport(await readReport(db, await find(db, id)))),
};

const close: Command = {
  words: ["reports", "close"],
  args: ["report"],
  options: { note: "what was done", reject: "why nothing was, for a report that is unfounded" },
  doc: "Close a report. Reported files that were deleted meanwhile are kept until then.",
  run: ({ args: [id = ""], options: { note, reject }, write }) =>
    write(async (tx) => {
      if (reject?.trim() === "") throw new CommandError("--reject takes the reason");
      const report = await find(tx, id);
      if (report.status !== "Created") throw new CommandError(`the report ${id} is closed already`);
      const changes = { notes: note ?? "", rejection_reason: reject ?? null };
      return [describe(await closeReport(tx, report, changes))];
    }),
};

export const reportCommands: readonly Command[] = [list, show, close];

async function find(db: Reader, id: string): Promise<ReportRow> {
  const report = await findReport(db, id);
  if (!report) throw new CommandError(`no report has the id ${id}`);
  return report;
}

function describe(report: ReportRow) {
  const content = JSON.parse(report.content) as ReportedContent;
  return {
    id: report.id,
    made: momentOf(report.id),
    status: report.status,
    about: content.type,
    reported: content.id,
    reason: content.report_reason,
    by: report.author_id,
  };
}
