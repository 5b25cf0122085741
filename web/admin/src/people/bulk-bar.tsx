import { Button } from "@ui/button.tsx";
import { IconButton } from "@ui/icon-button.tsx";
import { X } from "@ui/icons.ts";
import { notify } from "@ui/toasts.tsx";
import { createSignal, Show } from "solid-js";
import type { AdminUser } from "../api/types.ts";
import { notifyRecorded } from "../components/attempt.ts";
import { ConfirmDialog, openDialog } from "../components/dialogs.tsx";
import styles from "../components/page.module.css";
import { describeError } from "../i18n/describe-error.ts";
import { t } from "../i18n/i18n.ts";
import { disableAccount, enableAccount, endAllSessions } from "./actions.ts";
import own from "./people-page.module.css";

/** What can be done with everybody who is chosen. */
export function BulkBar(props: {
  readonly users: readonly AdminUser[];
  readonly onClear: () => void;
  readonly onDone: () => void;
}) {
  const [isBusy, setBusy] = createSignal(false);

  /** One after another: the server takes so many calls in a second, and each of them is recorded. */
  async function doForAll(action: (user: AdminUser) => Promise<void>): Promise<void> {
    setBusy(true);
    let done = 0;
    let reason = "";
    const users = props.users;
    for (const user of users) {
      try {
        await action(user);
        done += 1;
      } catch (thrown) {
        reason = describeError(thrown);
      }
    }
    setBusy(false);
    if (done > 0) notifyRecorded(t().people.manyDone(done));
    if (done < users.length)
      notify(t().people.manyFailed({ count: users.length - done, reason }), { isError: true });
    props.onClear();
    props.onDone();
  }

  const ask = (title: string, description: string, action: string, run: (user: AdminUser) => Promise<void>) =>
    openDialog((close) => (
      <ConfirmDialog
        title={title}
        description={description}
        action={action}
        onConfirm={() => doForAll(run)}
        onClose={close}
      />
    ));

  return (
    <>
      <p class="visually-hidden" role="status">
        {props.users.length > 0 ? t().common.selected(props.users.length) : ""}
      </p>
      <Show
        when={props.users.length > 0}
        fallback={<p class={`${styles.small} ${own.hint}`}>{t().common.selectionHint}</p>}
      >
        <div class={own.bar}>
          <span class={own.count}>{t().common.selected(props.users.length)}</span>
          <Button
            disabled={isBusy()}
            onClick={() =>
              ask(
                t().people.disableManyTitle(props.users.length),
                t().people.disableHint,
                t().people.disable,
                disableAccount,
              )
            }
          >
            {t().people.disable}
          </Button>
          <Button disabled={isBusy()} onClick={() => void doForAll(enableAccount)}>
            {t().people.enable}
          </Button>
          <Button
            disabled={isBusy()}
            onClick={() =>
              ask(
                t().people.endManySessionsTitle(props.users.length),
                t().people.endSessionsHint,
                t().people.endSessions,
                endAllSessions,
              )
            }
          >
            {t().people.endSessions}
          </Button>
          <IconButton icon={X} label={t().common.clearSelection} onClick={() => props.onClear()} />
        </div>
      </Show>
    </>
  );
}
