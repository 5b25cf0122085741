import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { LogOut, Pencil } from "@ui/icons.ts";
import { notify } from "@ui/toasts.tsx";
import { For, Show } from "solid-js";
import { decodeTime } from "ulid";
import type { SessionInfo } from "../../../../protocol/types.ts";
import { attempt } from "../../components/attempt.ts";
import { openConfirm } from "../../components/dialogs.tsx";
import { openTextDialog } from "../../components/text-dialog.tsx";
import { t } from "../../i18n/i18n.ts";
import { isAtLeast } from "../../session/api-version.ts";
import { useClient } from "../../session/context.tsx";
import { configuration } from "../../session/server.ts";
import { longDate } from "../../users/dates.ts";
import { Loaded, Row } from "../list.tsx";
import styles from "../page.module.css";
import { useAccountOverview } from "./account-overview.ts";
import { askForTicket, withTicket } from "./proof.tsx";
import { SignInHistory } from "./sign-in-history.tsx";

/** Everywhere the user is logged in, with the way to end it. */
export default function SessionsPage() {
  const client = useClient();
  const [overview, { mutate, refetch }] = useAccountOverview();
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
    else openConfirm({ ...texts, onConfirm: perform });
  }

  const rename = (session: SessionInfo) =>
    openTextDialog({
      title: t().sessions.rename(nameOf(session)),
      action: t().common.save,
      label: t().sessions.name,
      value: session.name,
      maxlength: 72,
      async onSubmit(name) {
        await client.api.patch(`/auth/session/${session._id}`, { friendly_name: name });
        void refetch();
      },
    });
  const detailOf = (session: SessionInfo) => {
    const since = t().sessions.since(longDate(decodeTime(session._id)));
    return isCurrent(session) ? `${t().sessions.current} · ${since}` : since;
  };

  return (
    <div class={styles.page}>
      <p class={styles.hint}>{t().sessions.hint}</p>
      <Loaded resource={overview} onRetry={() => void refetch()}>
        {(all) => (
          <>
            <ul class={styles.list}>
              <For each={ordered(all().sessions)}>
                {(session) => (
                  <Row title={nameOf(session)} detail={detailOf(session)}>
                    <IconButton
                      icon={Pencil}
                      label={t().sessions.rename(nameOf(session))}
                      onClick={() => rename(session)}
                    />
                    <Show when={!isCurrent(session)}>
                      <IconButton
                        icon={LogOut}
                        label={t().sessions.end(nameOf(session))}
                        onClick={() => end(session)}
                      />
                    </Show>
                  </Row>
                )}
              </For>
            </ul>
            <Show when={all().sessions.length > 1}>
              <div class={styles.actions}>
                <Button variant="danger" onClick={endOthers}>
                  {t().sessions.endOthers}
                </Button>
              </div>
            </Show>
            <SignInHistory
              history={all().sign_ins}
              onChanged={(sign_ins) => mutate((known) => known && { ...known, sign_ins })}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}

function nameOf({ name }: SessionInfo): string {
  return name || t().sessions.unnamed;
}
