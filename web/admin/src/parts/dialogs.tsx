import { useLocation } from "@solidjs/router";
import { ConfirmDialog as Confirm, type Confirmation } from "@ui/confirm-dialog.tsx";
import { type DialogWords, FormDialog as Form, type FormDialogProps } from "@ui/form-dialog.tsx";
import { createEffect, createSignal, type JSX, on, onCleanup, Show } from "solid-js";
import { describeError } from "../texts/describe-error.ts";
import { t } from "../texts/texts.ts";

const words: DialogWords = {
  get close() {
    return t().common.close;
  },
  get cancel() {
    return t().common.cancel;
  },
  describeError,
};

/** A dialog that is a form, in the words of this page. */
export const FormDialog = (props: FormDialogProps) => <Form {...props} words={words} />;

/** Asks before something that cannot be undone, in the words of this page. */
export const ConfirmDialog = (props: Confirmation) => <Confirm {...props} words={words} />;

type Content = (close: () => void) => JSX.Element;

const [open, setOpen] = createSignal<Content>();

/** Shows a dialog from anywhere. It goes when its content calls `close`. */
export function openDialog(content: Content): void {
  setOpen(() => content);
}

const close = () => void setOpen(undefined);

/** The place where such dialogs are rendered; once in the frame. They belong to the page below them. */
export function Dialogs() {
  const location = useLocation();
  createEffect(on(() => location.pathname, close, { defer: true }));
  onCleanup(close);
  return (
    <Show when={open()} keyed>
      {(content) => content(close)}
    </Show>
  );
}
