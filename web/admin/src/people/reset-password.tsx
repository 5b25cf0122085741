import { Button } from "@ui/button.tsx";
import { Dialog } from "@ui/dialog.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { copyText, notifyRecorded } from "../components/attempt.ts";
import { ConfirmDialog, openDialog } from "../components/dialogs.tsx";
import { t } from "../i18n/i18n.ts";
import { resetPassword } from "./actions.ts";
import type { Subject } from "./dialogs.tsx";

export function askToResetPassword(user: Subject, onDone: () => void): void {
  openDialog((close) => <ResetPasswordDialog user={user} onDone={onDone} onClose={close} />);
}

/** Asks, and then shows the new password. Nothing keeps it: when the dialog is closed, it is gone. */
function ResetPasswordDialog(props: {
  readonly user: Subject;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const [made, setMade] = createSignal<string>();
  const words = () => t().people;
  return (
    <Show
      when={made()}
      fallback={
        <ConfirmDialog
          title={words().resetTitle(props.user.name)}
          description={words().resetHint}
          action={words().resetPassword}
          onConfirm={async () => {
            const { password } = await resetPassword(props.user);
            notifyRecorded(words().resetDone(props.user.name));
            setMade(password);
            props.onDone();
          }}
          // The question closes when it was answered, and the answer takes its place.
          onClose={() => made() === undefined && props.onClose()}
        />
      }
    >
      {(password) => (
        <Dialog
          title={words().newPasswordTitle(props.user.name)}
          description={words().newPasswordHint}
          closeLabel={t().common.close}
          onClose={props.onClose}
          actions={
            <>
              <Button onClick={props.onClose}>{t().common.close}</Button>
              <Button variant="primary" onClick={() => void copyText(password())}>
                {t().common.copy}
              </Button>
            </>
          }
        >
          <TextField label={words().newPassword} value={password()} onChange={() => {}} readOnly />
        </Dialog>
      )}
    </Show>
  );
}
