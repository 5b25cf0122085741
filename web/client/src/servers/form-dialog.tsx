import { Button } from "@ui/button.tsx";
import { Dialog } from "@ui/dialog.tsx";
import { createSignal, createUniqueId, type JSX, Show } from "solid-js";
import dialogs from "../app/dialogs.module.css";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";
import styles from "./dialogs.module.css";

/** A dialog that is a form: its fields, cancel, and one button that does it. */
export function FormDialog(props: {
  readonly title: string;
  readonly description?: string;
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isReady: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  readonly children: JSX.Element;
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
          <Button onClick={props.onClose}>{t().common.cancel}</Button>
          <Button
            type="submit"
            form={id}
            look={props.isDanger ? "danger" : "primary"}
            busy={isBusy()}
            disabled={!props.isReady}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <form id={id} class={styles.form} onSubmit={(event) => void submit(event)}>
        {props.children}
        <Show when={error()}>
          <p role="alert" class={dialogs.error}>
            {error()}
          </p>
        </Show>
      </form>
    </Dialog>
  );
}
