import { rememberFocus } from "@ui/focus-return.ts";
import { IconButton } from "@ui/icon-button.tsx";
import { X } from "@ui/icons.ts";
import { type JSX, onCleanup } from "solid-js";
import { t } from "../i18n/i18n.ts";
import styles from "./side-panel.module.css";

/** What is shown next to the messages of a channel, and over them on narrow screens. */
export function SidePanel(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: JSX.Element;
}) {
  let panel: HTMLElement | undefined;
  const returnFocus = rememberFocus();
  onCleanup(() => panel?.contains(document.activeElement) && returnFocus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    props.onClose();
  };
  return (
    <aside ref={panel} class={styles.panel} aria-label={props.title} onKeyDown={onKeyDown}>
      <header class={styles.header}>
        <h2 class={styles.title}>{props.title}</h2>
        <IconButton icon={X} label={t().common.close} keys="Esc" onClick={props.onClose} />
      </header>
      {props.children}
    </aside>
  );
}
