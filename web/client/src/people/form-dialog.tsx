import { Button } from "@ui/button.tsx";
import { Dialog } from "@ui/dialog.tsx";
import type { JSX } from "solid-js";
import { createSignal, createUniqueId } from "solid-js";
import { t } from "../texts/texts.ts";
import { attempt } from "./attempt.ts";
import styles from "./form-dialog.module.css";
import { closeDialog } from "./open-dialogs.ts";

/** A dialog that asks something and does one thing with the answer. It closes when that has worked. */
export function FormDialog(props: {
  readonly title: string;
  readonly description?: string;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  readonly isIncomplete?: boolean;
  readonly onSubmit: () => Promise<unknown>;
  readonly children?: JSX.Element;
}) {
  const [isBusy, setBusy] = createSignal(false);
  const form = createUniqueId();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    const worked = await attempt(props.onSubmit);
    setBusy(false);
    if (worked) closeDialog();
  };
  return (
    <Dialog
      title={props.title}
      description={props.description}
      closeLabel={t().common.close}
      onClose={closeDialog}
      actions={
        <>
          <Button onClick={closeDialog} autofocus={props.isDanger}>
            {t().common.cancel}
          </Button>
          <Button
            type="submit"
            form={form}
            look={props.isDanger ? "danger" : "primary"}
            busy={isBusy()}
            disabled={props.isIncomplete}
          >
            {props.submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} class={styles.form} onSubmit={(event) => void submit(event)}>
        {props.children}
      </form>
    </Dialog>
  );
}
