import { useLocation } from "@solidjs/router";
import { createEffect, createSignal, For, type JSX, on, onCleanup, Suspense } from "solid-js";

type Content = (close: () => void) => JSX.Element;

const [open, setOpen] = createSignal<readonly Content[]>([]);

/** Shows a dialog from anywhere, such as the line of a menu. It goes when its content calls `close`. */
export function openDialog(content: Content): void {
  setOpen((all) => [...all, content]);
}

/** The place where such dialogs are rendered; once inside the frame. They belong to the page below them. */
export function Dialogs() {
  const location = useLocation();
  const closeAll = () => setOpen([]);
  createEffect(on(() => location.pathname, closeAll, { defer: true }));
  onCleanup(closeAll);
  return (
    <For each={open()}>
      {(content) => (
        <Suspense>{content(() => setOpen((all) => all.filter((other) => other !== content)))}</Suspense>
      )}
    </For>
  );
}
