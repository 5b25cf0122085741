import { noBots, type Rows, users } from "../row.ts";
import type { Stage } from "../stage.ts";

const own = "CannotReportYourself";
const of = (type: "Message" | "Server" | "User", id: string) => ({
  body: { content: { type, id, report_reason: "NoneSpecified" } },
});

/** Whoever knows the id of something can report it, and learns nothing about it but whether it exists. */
export const reportRows: Rows = {
  report_content_report_content: {
    call: ({ writings }: Stage) => of("Message", writings.message),
    ...noBots(users("ok")),
  },
  "report_content_report_content, hidden": {
    call: ({ writings }) => of("Message", writings.hidden),
    ...noBots(users("ok", { owner: own })),
  },
  "report_content_report_content, of a conversation": {
    call: ({ writings }) => of("Message", writings.inConversation),
    ...noBots(users("ok")),
  },
  "report_content_report_content, one's own": {
    call: ({ writings }, { id }) => of("Message", writings.own.get(id) ?? ""),
    ...noBots(users(own)),
  },
  "report_content_report_content, a server": {
    call: ({ place }) => of("Server", place),
    ...noBots(users("ok", { owner: own })),
  },
  "report_content_report_content, a user": {
    call: ({ people }) => of("User", people.target.id),
    ...noBots(users("ok")),
  },
};
