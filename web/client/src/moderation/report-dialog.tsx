import { createField } from "@ui/create-field.ts";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import type { ReportedContent } from "../../../protocol/types.ts";
import { FormDialog } from "../components/form-dialog.tsx";
import { t } from "../i18n/i18n.ts";
import type { Message } from "../model/message.ts";
import type { Server } from "../model/server.ts";
import type { User } from "../model/user.ts";
import { useClient } from "../session/context.tsx";

/** What a report is about. */
export type ReportTarget =
  | { readonly type: "User"; readonly user: User; readonly messageId?: string }
  | { readonly type: "Message"; readonly message: Message }
  | { readonly type: "Server"; readonly server: Server };

type Reason = keyof ReturnType<typeof t>["people"]["reasons"];

const contentReasons = [
  "UnsolicitedSpam",
  "SpamAbuse",
  "Harassment",
  "ScamsFraud",
  "Malware",
  "Raid",
  "PromotesHarm",
  "ExtremeViolence",
  "Illegal",
  "IllegalGoods",
  "IllegalExtortion",
  "IllegalPornography",
  "IllegalHacking",
  "NoneSpecified",
] as const satisfies readonly Reason[];

const userReasons = [
  "UnsolicitedSpam",
  "SpamAbuse",
  "InappropriateProfile",
  "Impersonation",
  "BanEvasion",
  "Underage",
  "NoneSpecified",
] as const satisfies readonly Reason[];

/** Reports a person, a message or a server to those who run the host. */
export default function ReportDialog(props: { readonly target: ReportTarget; readonly onClose: () => void }) {
  const client = useClient();
  const reason = createField<Reason>("UnsolicitedSpam");
  const context = createField("");
  const choices = () =>
    (props.target.type === "User" ? userReasons : contentReasons).map((value) => ({
      value,
      label: t().people.reasons[value],
    }));
  const title = () => {
    const { target } = props;
    if (target.type === "User") return t().people.reportUser(target.user.displayName);
    if (target.type === "Server") return t().people.reportServer(target.server.name);
    return t().people.reportMessage(target.message.author?.displayName ?? "");
  };
  const send = async () => {
    const content = contentOf(props.target, reason.value);
    await client.api.post("/safety/report", { content, additional_context: context.value });
    notify(t().people.reported);
  };
  return (
    <FormDialog
      title={title()}
      description={t().people.reportHint}
      action={t().people.reportAction}
      onClose={props.onClose}
      onSubmit={send}
    >
      <Select label={t().people.reportReason} choices={choices()} {...reason} />
      <TextField label={t().people.reportContext} {...context} multiline maxlength={1000} />
    </FormDialog>
  );
}

function contentOf(target: ReportTarget, reason: Reason): ReportedContent {
  if (target.type === "User") {
    const report_reason = oneOf(userReasons, reason);
    return { type: "User", id: target.user.id, message_id: target.messageId, report_reason };
  }
  const report_reason = oneOf(contentReasons, reason);
  return target.type === "Message"
    ? { type: "Message", id: target.message.id, report_reason }
    : { type: "Server", id: target.server.id, report_reason };
}

/** The dialog offers the reasons of one kind only. */
const oneOf = <T extends Reason>(offered: readonly T[], reason: Reason) =>
  offered.find((one) => one === reason) ?? "NoneSpecified";
