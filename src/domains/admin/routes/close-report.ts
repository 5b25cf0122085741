import { route } from "../../../declare/route.ts";
import { closeOpenReport } from "../actions/reports.ts";
import { AdminReport, AdminReportClosing } from "../model.ts";

export const closeReportRoute = route({
  id: "admin_close_report",
  method: "PATCH",
  path: "/admin/reports/:target",
  summary: "Close an open report: resolved or, with a reason, rejected.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "reports close",
  body: AdminReportClosing,
  reply: AdminReport,
  errors: ["NotFound", "InvalidOperation"],
  handle: ({ params, body, tx }) => closeOpenReport(tx, params.target, body),
});
