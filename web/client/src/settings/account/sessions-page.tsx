import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { IconButton } from "@ui/icon-button.tsx";
import { LogOut, Pencil } from "@ui/icons.ts";
import { TextField } from "@ui/text-field.tsx";
import { notify } from "@ui/toasts.tsx";
import { createResource, For, Show } from "solid-js";
import { decodeTime } from "ulid";
import type { SessionInfo } from "../../../../protocol/types.ts";
import { attempt } from "../../components/attempt.ts";
import { openDialog } from "../../components/dialogs.tsx";
import { ConfirmDialog, FormDialog } from "../../components/form-dialog.tsx";
import { locale, t } from "../../i18n/i18n.ts";
import { isAtLeast } from "../../session/api-version.ts";
import { useClient, useConnection } from "../../session/context.tsx";
import { configuration } from "../../session/server.ts";
import { Loaded } from "../loaded.tsx";
import styles from "../page.module.css";
import { askForTicket } from "./ask-for-ticket.tsx";
import { withTicket } from "./proof.tsx";

/** Everywhere the user is logged in, with the way to end it. */
export default function SessionsPage() {
  const { client, generation } = useConnection();
  const [sessions, { refetch }] = createResource(generation, () => client.api.get("/auth/session/all"));
  const isCurrent = ({ _id }: SessionInfo) => _id === client.sessionId;
  const ordered = (all: readonly SessionInfo[]) =>
    [...all].sort((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)) || (a._id < b._id ? 1 : -1));
  // Later versions of the protocol want a ticket for the end of a session.
  const needsTicket = () => isAtLeast(configuration()?.revolt, "0.14");

  function end(session: SessionInfo): void {
    const perform = async (ticket?: string) => {
      await client.api.delete(`/auth/session/${session._id}`, undefined, withTicket(ticket));
      notify(t().sessions.ended(nameOf(session)));
      await refetch();
    };
    if (needsTicket()) askForTicket({ perform });
    else void attempt(perform);
  }

  function endOthers(): void {
    const perform = async (ticket?: string) => {
      await client.api.delete("/auth/session/all", undefined, {
        ...withTicket(ticket),
        query: { revoke_self: false },
      });
      notify(t().sessions.othersEnded);
      await refetch();
    };
    const texts = {
      title: t().sessions.endOthersTitle,
      description: t().sessions.endOthersHint,
      action: t().sessions.endOthers,
    };
    if (needsTicket()) askForTicket({ ...texts, isDanger: true, perform });
    else openDialog((close) => <ConfirmDialog {...texts} onConfirm={perform} onClose={close} />);
  }

  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().sessions.hint}</p>
      <Loaded resource={sessions} onRetry={() => void refetch()}>
        {(all) => (
          <>
            <ul class={styles.list}>
              <For each={ordered(all())}>
                {(session) => (
                  <SessionRow
                    session={session}
                    isCurrent={isCurrent(session)}
                    onRenamed={() => void refetch()}
                    onEnd={() => end(session)}
                  />
                )}
              </For>
            </ul>
            <Show when={all().length > 1}>
              <div class={styles.actions}>
                <Button variant="danger" onClick={endOthers}>
                  {t().sessions.endOthers}
                </Button>
              </div>
            </Show>
          </>
        )}
      </Loaded>
    </div>
  );
}

function SessionRow(props: {
  readonly session: SessionInfo;
  readonly isCurrent: boolean;
  readonly onRenamed: () => void;
  readonly onEnd: () => void;
}) {
  const since = () =>
    new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(
      decodeTime(props.session._id),
    );
  return (
    <li class={styles.row}>
      <div class={styles.rowText}>
        <span class={styles.rowTitle} dir="auto">
          {nameOf(props.session)}
        </span>
        <span class={styles.rowDetail}>
          {props.isCurrent ? `${t().sessions.current} · ` : ""}
          {t().sessions.since(since())}
        </span>
      </div>
      <IconButton
        icon={Pencil}
        label={t().sessions.rename(nameOf(props.session))}
        onClick={() =>
          openDialog((close) => (
            <RenameDialog session={props.session} onRenamed={props.onRenamed} onClose={close} />
          ))
        }
      />
      <Show when={!props.isCurrent}>
        <IconButton icon={LogOut} label={t().sessions.end(nameOf(props.session))} onClick={props.onEnd} />
      </Show>
    </li>
  );
}

function RenameDialog(props: {
  readonly session: SessionInfo;
  readonly onRenamed: () => void;
  readonly onClose: () => void;
}) {
  const client = useClient();
  const name = createField(props.session.name);
  return (
    <FormDialog
      title={t().sessions.rename(nameOf(props.session))}
      action={t().common.save}
      isReady={name.value.trim() !== ""}
      onSubmit={async () => {
        const path = `/auth/session/${props.session._id}` as const;
        await client.api.patch(path, { friendly_name: name.value.trim() });
        props.onRenamed();
      }}
      onClose={props.onClose}
    >
      <TextField label={t().sessions.name} {...name} required maxlength={72} />
    </FormDialog>
  );
}

function nameOf({ name }: SessionInfo): string {
  return name || t().sessions.unnamed;
}
