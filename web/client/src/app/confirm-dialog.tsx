import { Button } from "@ui/button.tsx";
import { Dialog } from "@ui/dialog.tsx";
import { TextField } from "@ui/text-field.tsx";
import { createSignal, Show } from "solid-js";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";
import styles from "./dialogs.module.css";

interface Confirmation {
  readonly title: string;
  /** What goes with it. */
  readonly description: string;
  readonly action: string;
  /** What has to be typed before the action can be done. */
  readonly typed?: { readonly label: string; readonly text: string };
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. The focus is on the way out. */
export function ConfirmDialog(props: Confirmation) {
  const [typed, setTyped] = createSignal("");
  const [error, setError] = createSignal<string>();
  const [isBusy, setBusy] = createSignal(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await props.onConfirm();
      props.onClose();
    } catch (thrown) {
      setError(describeError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={props.title}
      description={props.description}
      closeLabel={t().common.close}
      onClose={props.onClose}
      actions={
        <>
          <Button data-autofocus onClick={props.onClose}>
            {t().common.cancel}
          </Button>
          <Button
            look="danger"
            busy={isBusy()}
            disabled={props.typed && typed() !== props.typed.text}
            onClick={() => void confirm()}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <Show when={props.typed}>
        {(wanted) => (
          <TextField
            label={wanted().label}
            value={typed()}
            onInput={setTyped}
            input={{ autocomplete: "off", placeholder: wanted().text }}
          />
        )}
      </Show>
      <Show when={error()}>
        <p role="alert" class={styles.error}>
          {error()}
        </p>
      </Show>
    </Dialog>
  );
}
