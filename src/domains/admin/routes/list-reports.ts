import { route } from "../../../declare/route.ts";
import { listReports } from "../../safety/index.ts";
import { AdminReport, ReportQuery } from "../model.ts";
import { pageOf } from "../page-model.ts";
import { readPageQuery } from "../rules/page.ts";
import { reportView } from "../rules/views.ts";

export const listReportsRoute = route({
  id: "admin_list_reports",
  method: "GET",
  path: "/admin/reports",
  summary: "List reports, newest first.",
  auth: "operator",
  limit: { bucket: "admin" },
  query: ReportQuery,
  reply: pageOf(AdminReport),
  errors: [],
  handle: async ({ query, db }) =>
    (await listReports(db, query.status ?? "open", readPageQuery(query))).map(reportView),
});
