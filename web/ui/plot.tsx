import { Show } from "solid-js";
import styles from "./plot.module.css";
import { linePath } from "./plot-path.ts";

/** A small line of how a figure changed, below its name and its last value. */
export function Plot(props: {
  readonly name: string;
  readonly last: string;
  /** How much it changed over the line. */
  readonly change: string;
  /** The line in words. */
  readonly description: string;
  readonly values: readonly number[];
}) {
  return (
    <figure class={styles.plot}>
      <figcaption class={styles.caption}>
        <span class={styles.name}>{props.name}</span>
        <span class={styles.last}>{props.last}</span>
        <span class={styles.change}>{props.change}</span>
      </figcaption>
      <svg
        class={styles.line}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={props.description}
      >
        <Show when={props.values.length > 1}>
          <path class={styles.area} d={`${linePath(props.values)} L100 100 L0 100 Z`} />
          <path class={styles.stroke} d={linePath(props.values)} />
        </Show>
      </svg>
    </figure>
  );
}
