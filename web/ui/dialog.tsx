import { Dialog as Primitive } from "@kobalte/core/dialog";
import type { JSX } from "solid-js";
import { onCleanup, Show } from "solid-js";
import { closeByEscape } from "./close-by-escape.ts";
import styles from "./dialog.module.css";
import { rememberFocus } from "./focus-return.ts";
import { IconButton } from "./icon-button.tsx";
import { X } from "./icons.ts";

interface DialogProps {
  readonly title: string;
  readonly description?: string;
  readonly closeLabel: string;
  /** Leaves the whole surface to the content: the title is for screen readers, the close button floats above. */
  readonly isBare?: boolean;
  readonly onClose: () => void;
  /** The buttons at the end. */
  readonly actions?: JSX.Element;
  readonly children?: JSX.Element;
}

/** A small window above the page. The focus goes to what is marked with `data-autofocus`, else to its first field. Its owner shows it by rendering it, and removes it when `onClose` is called. */
export function Dialog(props: DialogProps) {
  let content: HTMLDivElement | undefined;
  // Not the close button, which comes first: its tooltip would open and take the first Escape.
  const focusFirst = () => {
    const find = (wanted: string) => content?.querySelector<HTMLElement>(wanted);
    const chosen = find("[autofocus], [data-autofocus]") ?? find("input:not([type=file]), textarea");
    (chosen ?? content)?.focus();
  };
  // The library leaves the focus on a button that has a tooltip open.
  const focusIfOutside = () => content?.contains(document.activeElement) || focusFirst();
  const returnFocus = rememberFocus();
  closeByEscape({ content: () => content, close: () => props.onClose() });
  onCleanup(() => {
    // The library gives the focus back only where it has taken it.
    if (document.activeElement === document.body) returnFocus();
  });
  return (
    <Primitive open onOpenChange={(open) => !open && props.onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay class={styles.backdrop} />
        <div class={styles.place}>
          <Primitive.Content
            ref={(element: HTMLDivElement) => {
              content = element;
              requestAnimationFrame(focusIfOutside);
            }}
            class={styles.dialog}
            data-bare={props.isBare ? "" : undefined}
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              focusFirst();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // The library also calls this while a dialog opens from a menu. A page that the dialog opened keeps the focus.
              if (!content?.isConnected && document.activeElement === document.body) returnFocus();
            }}
          >
            <header class={styles.header}>
              <Primitive.Title class={props.isBare ? "visually-hidden" : styles.title}>
                {props.title}
              </Primitive.Title>
              <IconButton icon={X} label={props.closeLabel} keys="Esc" onClick={props.onClose} />
            </header>
            <Show when={props.description}>
              <Primitive.Description class={styles.description}>{props.description}</Primitive.Description>
            </Show>
            {props.children}
            <Show when={props.actions}>
              <footer class={styles.actions}>{props.actions}</footer>
            </Show>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive>
  );
}
