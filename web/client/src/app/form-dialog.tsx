import { Button } from "@ui/button.tsx";
import { Dialog } from "@ui/dialog.tsx";
import { createSignal, createUniqueId, type JSX, Show } from "solid-js";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";
import styles from "./form-dialog.module.css";

/** A dialog that is a form: its fields, cancel, and one button that does it. It closes when that has worked. */
export function FormDialog(props: {
  readonly title: string;
  readonly description?: string;
  readonly action: string;
  /** Cannot be undone: the button says so, and the focus is on the way out. */
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children?: JSX.Element;
}) {
  const [error, setError] = createSignal<string>();
  const [isBusy, setBusy] = createSignal(false);
  const id = createUniqueId();

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await props.onSubmit();
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
          <Button data-autofocus={props.isDanger ? "" : undefined} onClick={props.onClose}>
            {t().common.cancel}
          </Button>
          <Button
            type="submit"
            form={id}
            look={props.isDanger ? "danger" : "primary"}
            busy={isBusy()}
            disabled={props.isReady === false}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <form id={id} class={styles.form} onSubmit={(event) => void submit(event)}>
        {props.children}
        <Show when={error()}>
          <p role="alert" class={styles.error}>
            {error()}
          </p>
        </Show>
      </form>
    </Dialog>
  );
}
