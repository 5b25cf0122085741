/** What other domains may use of safety. */
export { closeReport } from "./actions/close-report.ts";
export { locateMessage } from "./actions/locate-message.ts";
export { readReport } from "./actions/read-report.ts";
export { ReportedContent, type ReportSnapshot } from "./model.ts";
export { filesOfSnapshot } from "./rules/snapshot-files.ts";
export { countOpenReports, findReport, listReports } from "./store/reports.ts";
export type { ReportRow, SafetyTables } from "./tables.ts";
