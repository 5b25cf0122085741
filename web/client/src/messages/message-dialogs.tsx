import { Button } from "@ui/button.tsx";
import { Dialog } from "@ui/dialog.tsx";
import { Select } from "@ui/select.tsx";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createSignal, Show } from "solid-js";
import { useClient } from "../session/context.tsx";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";
import { authorOf } from "./author.ts";
import { deleteNow } from "./deletions.ts";
import type { MessageQuestion } from "./list-context.ts";

/** The dialog of a question about a message. */
export function MessageDialog(props: { readonly question: MessageQuestion; readonly onClose: () => void }) {
  return (
    <Show
      when={props.question.kind === "report"}
      fallback={<DeleteDialog question={props.question} onClose={props.onClose} />}
    >
      <ReportDialog question={props.question} onClose={props.onClose} />
    </Show>
  );
}

function DeleteDialog(props: { readonly question: MessageQuestion; readonly onClose: () => void }) {
  const client = useClient();
  const { message } = props.question;
  return (
    <Dialog
      title={t().messages.deleteTitle}
      description={t().messages.deleteDescription(authorOf(message).name)}
      closeLabel={t().common.close}
      onClose={props.onClose}
      actions={
        <>
          <Button autofocus onClick={props.onClose}>
            {t().common.cancel}
          </Button>
          <Button
            look="danger"
            onClick={() => {
              void deleteNow(client, message);
              props.onClose();
            }}
          >
            {t().common.delete}
          </Button>
        </>
      }
    />
  );
}

type Reason = keyof ReturnType<typeof t>["messages"]["reportReasons"];

function ReportDialog(props: { readonly question: MessageQuestion; readonly onClose: () => void }) {
  const client = useClient();
  const [reason, setReason] = createSignal<Reason>("NoneSpecified");
  const [context, setContext] = createSignal("");
  const [isBusy, setBusy] = createSignal(false);
  const [error, setError] = createSignal<string>();
  const choices = () =>
    Object.entries(t().messages.reportReasons).map(([value, label]) => ({ value: value as Reason, label }));
  const send = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await client.api.post("/safety/report", {
        content: { type: "Message", id: props.question.message.id, report_reason: reason() },
        additional_context: context().slice(0, 1_000),
      });
      notify(t().messages.reportSent);
      props.onClose();
    } catch (thrown) {
      setError(describeError(thrown));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t().messages.reportTitle}
      description={t().messages.reportDescription}
      closeLabel={t().common.close}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t().common.cancel}</Button>
          <Button look="danger" busy={isBusy()} onClick={() => void send()}>
            {t().messages.reportSend}
          </Button>
        </>
      }
    >
      <Select label={t().messages.reportReason} choices={choices()} value={reason()} onChange={setReason} />
      <TextField
        label={t().messages.reportContext}
        multiline
        value={context()}
        onInput={setContext}
        error={error()}
      />
    </Dialog>
  );
}
