import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { fileReport } from "../actions/file-report.ts";
import { ReportDraft } from "../model.ts";

export const reportContentRoute = route({
  id: "report_content_report_content",
  method: "POST",
  path: "/safety/report",
  summary: "Report a message, a server or a user to the operators of this instance.",
  auth: "user",
  noBots: true,
  limit: { bucket: "safety_report", resource: "report" },
  body: ReportDraft,
  reply: NoContent,
  errors: ["NotFound", "CannotReportYourself"],
  handleInSteps: ({ body: { content, additional_context: context = "" }, caller, services, read, write }) =>
    fileReport({ services, read, write }, { reporterId: caller.userId, content, context }),
});
