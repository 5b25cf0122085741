import { route } from "../../../declare/route.ts";
import { viewReport } from "../actions/reports.ts";
import { AdminReportDetails } from "../model.ts";

export const fetchReportRoute = route({
  id: "admin_fetch_report",
  method: "GET",
  path: "/admin/reports/:target",
  summary: "Show a report with the reported content as it was then.",
  auth: "operator",
  limit: { bucket: "admin" },
  reply: AdminReportDetails,
  errors: ["NotFound"],
  handle: ({ params, db, fail }) => viewReport(db, params.target, fail),
});
