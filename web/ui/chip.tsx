import type { JSX } from "solid-js";
import styles from "./chip.module.css";

/** A word about the state of something. */
export function Chip(props: {
  readonly tone?: "ok" | "warn" | "danger" | "accent";
  readonly children: JSX.Element;
}) {
  return (
    <span class={styles.chip} data-tone={props.tone}>
      {props.children}
    </span>
  );
}
