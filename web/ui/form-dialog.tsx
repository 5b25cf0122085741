import { createUniqueId, type JSX } from "solid-js";
import { Button } from "./button.tsx";
import { createForm } from "./create-form.ts";
import { Dialog } from "./dialog.tsx";
import styles from "./form-dialog.module.css";
import { FormError } from "./form-error.tsx";

/** The words of every dialog that is a form. */
export interface DialogWords {
  readonly close: string;
  readonly cancel: string;
  describeError(thrown: unknown): string;
}

export interface FormDialogProps {
  readonly title: string;
  readonly description?: string;
  readonly action: string;
  /** Cannot be undone: the button says so, and the focus is on the way out. */
  readonly isDanger?: boolean;
  readonly isReady?: boolean;
  readonly onSubmit: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children?: JSX.Element;
}

/** A dialog that is a form: its fields, cancel, and one button that does it. It closes when that has worked. */
export function FormDialog(props: FormDialogProps & { readonly words: DialogWords }) {
  const id = createUniqueId();
  const form = createForm(
    async () => {
      await props.onSubmit();
      props.onClose();
    },
    (thrown) => props.words.describeError(thrown),
  );

  return (
    <Dialog
      title={props.title}
      description={props.description}
      closeLabel={props.words.close}
      onClose={props.onClose}
      actions={
        <>
          <Button data-autofocus={props.isDanger ? "" : undefined} onClick={props.onClose}>
            {props.words.cancel}
          </Button>
          <Button
            type="submit"
            form={id}
            variant={props.isDanger ? "danger" : "primary"}
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
        <FormError error={form.error()} class={styles.error} />
      </form>
    </Dialog>
  );
}
