import button from "@ui/button.module.css";
import { Button } from "@ui/button.tsx";
import { latestOf } from "@ui/loaded.tsx";
import { createEffect, Match, onCleanup, Switch } from "solid-js";
import type { ServerExport } from "../../../../protocol/types.ts";
import { attempt } from "../../components/attempt.ts";
import { openDialog } from "../../components/dialogs.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { locale, t } from "../../i18n/i18n.ts";
import { formatBytes } from "../../media/byte-size.ts";
import type { Server } from "../../model/server.ts";
import { useClient } from "../../session/context.tsx";
import { forgetList, sharedForMs, useSharedList } from "../../session/fetch-once.ts";
import { createProof, ProofField, withTicket } from "../../settings/account/proof.tsx";
import { Loaded } from "../../settings/list.tsx";
import styles from "../../settings/page.module.css";

/** How often the page asks: for progress, and for a new link, which is valid for some minutes. */
const [progressMs, linkMs] = [4_000, 60_000];

/** The archive with which the owner takes the server to another host. */
export default function ArchivePage(props: { readonly server: Server }) {
  const client = useClient();
  const path = () => `/servers/${props.server.id}/export` as const;
  const key = () => `archive ${props.server.id}`;
  const [shown, { refetch, mutate }] = useSharedList(key, () => client.api.get(path()), sharedForMs);
  const state = () => latestOf(shown)?.state;
  const isBusy = () => state() === "waiting" || state() === "running";
  createEffect(() => {
    if (!isBusy() && state() !== "ready") return;
    const timer = setInterval(() => void refetch(), isBusy() ? progressMs : linkMs);
    onCleanup(() => clearInterval(timer));
  });
  const changed = (next: ServerExport) => {
    forgetList(client, key());
    mutate(next);
  };
  const remove = () =>
    attempt(async () => {
      await client.api.delete(path());
      changed({ state: "none" });
    });
  const create = () => openDialog(CreateDialog, { server: props.server, onCreated: changed });

  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().archive.hint}</p>
      <Loaded resource={shown} onRetry={() => void refetch()}>
        {(archive) => (
          <section class={styles.section} aria-label={t().serverSettings.pages.archive}>
            <p role="status">{describe(archive())}</p>
            <div class={styles.actions}>
              <Switch
                fallback={
                  <Button variant="primary" onClick={create}>
                    {t().archive.create}
                  </Button>
                }
              >
                <Match when={isBusy()}>
                  <Button onClick={remove}>{t().archive.stop}</Button>
                </Match>
                <Match when={state() === "ready"}>
                  {/* A link can be used once: the next one is asked for. */}
                  <a
                    class={`${button.button} ${button.primary}`}
                    href={archive().download}
                    download={`${props.server.id}.tar`}
                    onClick={() => void refetch()}
                  >
                    {t().archive.download}
                  </a>
                  <Button onClick={create}>{t().archive.again}</Button>
                  <Button onClick={remove}>{t().archive.remove}</Button>
                </Match>
              </Switch>
            </div>
          </section>
        )}
      </Loaded>
    </div>
  );
}

function describe({
  state,
  messages = 0,
  files = 0,
  size = 0,
  requested_at,
  expires_at,
}: ServerExport): string {
  const words = t().archive;
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeStyle: "short" });
  const number = new Intl.NumberFormat(locale());
  const time = (at: string | undefined) => (at === undefined ? "" : format.format(new Date(at)));
  if (state === "running")
    return words.running({ messages: number.format(messages), files: number.format(files) });
  if (state === "ready")
    return words.ready({ date: time(requested_at), size: formatBytes(size), expires: time(expires_at) });
  return words[state];
}

interface CreateDialogProps {
  readonly server: Server;
  readonly onCreated: (created: ServerExport) => void;
  readonly onClose: () => void;
}

/** The server requires a fresh proof of identity. */
function CreateDialog(props: CreateDialogProps) {
  const client = useClient();
  const proof = createProof(client);
  async function create(): Promise<void> {
    const ticket = await proof.ticket();
    props.onCreated(
      await client.api.post(`/servers/${props.server.id}/export`, undefined, withTicket(ticket)),
    );
  }
  return (
    <FormDialog
      title={t().archive.createTitle(props.server.name)}
      description={t().archive.createHint}
      action={t().archive.create}
      isReady={proof.isReady()}
      onSubmit={create}
      onClose={props.onClose}
    >
      <ProofField proof={proof} />
    </FormDialog>
  );
}
