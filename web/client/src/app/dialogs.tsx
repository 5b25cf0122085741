import { createSignal, For, type JSX } from "solid-js";

type Content = (close: () => void) => JSX.Element;

const [open, setOpen] = createSignal<readonly Content[]>([]);

/** Shows a dialog from anywhere, such as the line of a menu. It goes when its content calls `close`. */
export function openDialog(content: Content): void {
  setOpen((all) => [...all, content]);
}

/** The place where such dialogs are rendered; once inside the frame. */
export function Dialogs() {
  return (
    <For each={open()}>
      {(content) => content(() => setOpen((all) => all.filter((other) => other !== content)))}
    </For>
  );
}
