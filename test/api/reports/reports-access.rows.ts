import type { MatrixFixture } from "../../authorisation/fixture.ts";
import { noBots, type Rows, users } from "../../authorisation/row.ts";

const own = "CannotReportYourself";
const of = (type: "Message" | "Server" | "User", id: string) => ({
  body: { content: { type, id, report_reason: "NoneSpecified" } },
});

/** Whoever knows the id of something can report it, and learns nothing about it but whether it exists. */
export const accessRows: Rows = {
  report_content_report_content: {
    call: ({ messages }: MatrixFixture) => of("Message", messages.message),
    ...noBots(users("ok")),
  },
  "report_content_report_content, hidden": {
    call: ({ messages }) => of("Message", messages.hidden),
    ...noBots(users("ok", { owner: own })),
  },
  "report_content_report_content, of a conversation": {
    call: ({ messages }) => of("Message", messages.inConversation),
    ...noBots(users("ok")),
  },
  "report_content_report_content, one's own": {
    call: ({ messages }, { id }) => of("Message", messages.own.get(id) ?? ""),
    ...noBots(users(own)),
  },
  "report_content_report_content, a server": {
    call: ({ serverId }) => of("Server", serverId),
    ...noBots(users("ok", { owner: own })),
  },
  "report_content_report_content, a user": {
    call: ({ people }) => of("User", people.target.id),
    ...noBots(users("ok")),
  },
};
