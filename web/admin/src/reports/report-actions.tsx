import { A, useNavigate } from "@solidjs/router";
import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { TextField } from "@ui/text-field.tsx";
import { Show } from "solid-js";
import { call } from "../api/call.ts";
import type { AdminReportDetails, AdminUserDetails } from "../api/types.ts";
import { attempt, notifyRecorded } from "../components/attempt.ts";
import { FormDialog, openDialog } from "../components/dialogs.tsx";
import { Section } from "../components/page.tsx";
import { t } from "../i18n/i18n.ts";
import { askToDisable, askToWipe } from "../people/dialogs.tsx";
import { fullName } from "../people/names.ts";
import { askToDeleteMessage } from "./delete-message.tsx";
import own from "./reports.module.css";
import { accusedOf } from "./snapshot.ts";

const maxWords = 2_000;

/** What can be done about a report. */
export function ReportActions(props: {
  readonly details: AdminReportDetails;
  readonly onChange: () => void;
}) {
  const navigate = useNavigate();
  const words = () => t().reports;
  const report = () => props.details.report;
  const accused = () => accusedOf(props.details);

  /** The dialog has to name the servers that go too, which the report does not know. */
  const wipe = (id: string) =>
    attempt(async () => {
      const { user, owned_servers } = await call<AdminUserDetails>("GET", `/admin/users/${id}`);
      askToWipe({ _id: user._id, name: fullName(user) }, owned_servers, props.onChange);
    });

  const askToClose = (isRejection: boolean) =>
    openDialog((close) => (
      <ClosingDialog
        isRejection={isRejection}
        onClosed={async (text) => {
          const body = isRejection ? { rejection_reason: text } : { notes: text };
          await call("PATCH", `/admin/reports/${report()._id}`, { body });
          notifyRecorded(isRejection ? words().rejected : words().resolved);
          navigate("/reports");
        }}
        onClose={close}
      />
    ));

  return (
    <Section title={words().actions}>
      <div class={own.actions}>
        <Show when={report().status === "Created"}>
          <Button variant="primary" onClick={() => askToClose(false)}>
            {words().resolve}
          </Button>
          <Button onClick={() => askToClose(true)}>{words().reject}</Button>
        </Show>
        <Show when={report().type === "Message"}>
          <Button
            onClick={() =>
              askToDeleteMessage({
                id: report().content_id,
                author: accused()?.name ?? words().unknownAuthor,
              })
            }
          >
            {words().deleteMessage}
          </Button>
        </Show>
        <Show when={accused()}>
          {(person) => (
            <>
              <Button onClick={() => askToDisable({ _id: person().id, name: person().name }, props.onChange)}>
                {words().disableAuthor(person().name)}
              </Button>
              <Button variant="danger" onClick={() => void wipe(person().id)}>
                {words().wipeAuthor(person().name)}
              </Button>
              <A href={`/people/${person().id}`}>{words().openPerson}</A>
            </>
          )}
        </Show>
        <Show when={report().type === "Server"}>
          <A href={`/servers/${report().content_id}`}>{words().openServer}</A>
        </Show>
      </div>
    </Section>
  );
}

function ClosingDialog(props: {
  readonly isRejection: boolean;
  readonly onClosed: (text: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const text = createField("");
  const words = () => t().reports;
  const isReady = () => text.value.length <= maxWords && (!props.isRejection || text.value.trim() !== "");
  return (
    <FormDialog
      title={props.isRejection ? words().rejectTitle : words().resolveTitle}
      action={props.isRejection ? words().reject : words().resolve}
      isReady={isReady()}
      onSubmit={() => props.onClosed(text.value.trim())}
      onClose={props.onClose}
    >
      <TextField
        label={props.isRejection ? words().rejectReason : words().notes}
        hint={props.isRejection ? words().rejectHint : words().notesHint}
        {...text}
        multiline
      />
    </FormDialog>
  );
}
