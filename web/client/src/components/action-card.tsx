import { ChevronRight, type LucideIcon } from "@ui/icons.ts";
import { Dynamic } from "solid-js/web";
import styles from "./action-card.module.css";

/** A way to go on, as a wide button: what it is, and what it is for. */
export function ActionCard(props: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" class={styles.card} onClick={() => props.onClick()}>
      <span class={styles.icon}>
        <Dynamic component={props.icon} size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span class={styles.words}>
        <span class={styles.title}>{props.title}</span>
        <span class={styles.text}>{props.text}</span>
      </span>
      <ChevronRight class={styles.chevron} size={18} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
