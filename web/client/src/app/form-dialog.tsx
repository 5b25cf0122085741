import { Button } from "@ui/button.tsx";
import { Dialog } from "@ui/dialog.tsx";
import { createUniqueId, type JSX, Show } from "solid-js";
import { t } from "../texts/texts.ts";
import { createForm } from "./create-form.ts";
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
  const form = createForm(async () => {
    await props.onSubmit();
    props.onClose();
  });
  const id = createUniqueId();
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
            busy={form.isBusy()}
            disabled={props.isReady === false}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <form id={id} class={styles.form} onSubmit={form.onSubmit}>
        {props.children}
        <Show when={form.error()}>
          <p role="alert" class={styles.error}>
            {form.error()}
          </p>
        </Show>
      </form>
    </Dialog>
  );
}
