import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal } from "solid-js";
import { FormDialog } from "../app/form-dialog.tsx";
import { useClient } from "../session/context.tsx";
import { t } from "../texts/texts.ts";
import type { ReportTarget } from "./open-dialogs.tsx";

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
export function ReportDialog(props: { readonly target: ReportTarget; readonly onClose: () => void }) {
  const client = useClient();
  const [reason, setReason] = createSignal<Reason>("UnsolicitedSpam");
  const [context, setContext] = createSignal("");
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
    const content = { ...describe(props.target), report_reason: reason() };
    // The reasons of the two kinds differ in type; the choices above offer those of the kind alone.
    const body = { content, additional_context: context() } as Parameters<typeof post>[0];
    await post(body);
    notify(t().people.reported);
  };
  const post = (body: { content: never; additional_context?: string }) =>
    client.api.post("/safety/report", body);
  return (
    <FormDialog
      title={title()}
      description={t().people.reportHint}
      action={t().people.reportAction}
      onClose={props.onClose}
      onSubmit={send}
    >
      <Select label={t().people.reportReason} choices={choices()} value={reason()} onChange={setReason} />
      <TextField
        label={t().people.reportContext}
        value={context()}
        onInput={(text) => setContext(text.slice(0, 1000))}
        multiline
      />
    </FormDialog>
  );
}

function describe(target: ReportTarget): object {
  if (target.type === "User") return { type: "User", id: target.user.id, message_id: target.messageId };
  if (target.type === "Message") return { type: "Message", id: target.message.id };
  return { type: "Server", id: target.server.id };
}
