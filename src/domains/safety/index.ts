/** What other domains may use of safety. */
export { closeReport } from "./actions/close-report.ts";
export { locateMessage } from "./actions/locate-message.ts";
export { readReport } from "./actions/read-report.ts";
export type { ReportedContent } from "./model.ts";
export { countOpenReports, findReport, listReports } from "./store/reports.ts";
export type { ReportRow } from "./tables.ts";
