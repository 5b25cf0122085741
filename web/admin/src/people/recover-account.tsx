import { Button } from "@ui/button.tsx";
import { createField } from "@ui/create-field.ts";
import { Dialog } from "@ui/dialog.tsx";
import { Switch } from "@ui/switch.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { copyText, notifyRecorded } from "../components/attempt.ts";
import { FormDialog, openDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";
import { recoverAccount } from "./actions.ts";
import type { Subject } from "./dialogs.tsx";

interface Recoverable extends Subject {
  readonly hasSecondFactor: boolean;
}

export function askToRecover(user: Recoverable): void {
  openDialog((close) => <RecoverDialog user={user} onClose={close} />);
}

/** Asks, and then shows the link. Nothing keeps it: when the dialog is closed, it is gone. */
function RecoverDialog(props: { readonly user: Recoverable; readonly onClose: () => void }) {
  const [made, setMade] = createSignal<string>();
  const removesFactor = createField(false);
  const words = () => t().people;
  return (
    <Show
      when={made()}
      fallback={
        <FormDialog
          title={words().recoverTitle(props.user.name)}
          description={words().recoverHint}
          action={words().recoverAction}
          onSubmit={async () => {
            const { link } = await recoverAccount(props.user, { remove_second_factor: removesFactor.value });
            notifyRecorded(words().recoverDone(props.user.name));
            setMade(link);
          }}
          // The question closes when it was answered, and the answer takes its place.
          onClose={() => made() === undefined && props.onClose()}
        >
          <Show when={props.user.hasSecondFactor}>
            <Switch label={words().recoverFactor} hint={words().recoverFactorHint} {...removesFactor} />
          </Show>
        </FormDialog>
      }
    >
      {(link) => (
        <Dialog
          title={words().recoveryLinkTitle(props.user.name)}
          description={words().recoveryLinkHint}
          closeLabel={t().common.close}
          onClose={props.onClose}
          actions={
            <>
              <Button onClick={props.onClose}>{t().common.close}</Button>
              <Button variant="primary" onClick={() => void copyText(link())}>
                {t().common.copy}
              </Button>
            </>
          }
        >
          <TextField label={words().recoveryLink} value={link()} onChange={() => {}} readOnly />
        </Dialog>
      )}
    </Show>
  );
}
