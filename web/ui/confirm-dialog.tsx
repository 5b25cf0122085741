import { Show } from "solid-js";
import { createField } from "./create-field.ts";
import { type DialogWords, FormDialog } from "./form-dialog.tsx";
import { TextField } from "./text-field.tsx";

export interface Confirmation {
  readonly title: string;
  /** What goes with it. */
  readonly description: string;
  readonly action: string;
  /** What has to be typed before the action can be done. */
  readonly typed?: { readonly label: string; readonly text: string };
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: Confirmation & { readonly words: DialogWords }) {
  const typed = createField("");
  return (
    <FormDialog
      words={props.words}
      title={props.title}
      description={props.description}
      action={props.action}
      isDanger
      isReady={!props.typed || typed.value === props.typed.text}
      onSubmit={props.onConfirm}
      onClose={props.onClose}
    >
      <Show when={props.typed}>
        {(wanted) => <TextField label={wanted().label} {...typed} placeholder={wanted().text} />}
      </Show>
    </FormDialog>
  );
}
