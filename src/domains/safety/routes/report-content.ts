import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { fileReport } from "../actions/file-report.ts";
import { findChannelOf } from "../actions/find-channel-of.ts";
import { ReportDraft, type ReportedContent } from "../model.ts";

export const reportContentRoute = route({
  id: "report_content_report_content",
  method: "POST",
  path: "/safety/report",
  summary: "Report a message, a server or a user to those who run this instance.",
  auth: "user",
  limit: { bucket: "safety_report", resource: "report" },
  body: ReportDraft,
  reply: NoContent,
  errors: ["IsBot", "NotFound", "CannotReportYourself"],
  async handleInSteps({ body: { content, additional_context: context = "" }, caller, read, write, fail }) {
    if (caller.bot) throw fail("IsBot");
    const messageId = messageIn(content);
    // Outside of the transaction, which would meanwhile be in the way of everybody who writes.
    const channelId = messageId === undefined ? undefined : await findChannelOf(read, messageId);
    await write((tx) => fileReport(tx, { content, by: caller.userId, channelId, context }));
  },
});

function messageIn(content: ReportedContent): string | undefined {
  if (content.type === "Message") return content.id;
  return content.type === "User" ? content.message_id : undefined;
}
