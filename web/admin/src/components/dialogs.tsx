import { useLocation } from "@solidjs/router";
import { createDialogs } from "@ui/page-dialogs.tsx";
import { createEffect, createSignal, type JSX, on, onCleanup, Show } from "solid-js";
import { t } from "../i18n/i18n.ts";

export const { FormDialog, ConfirmDialog } = createDialogs(t);

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
