import { createResource, Show } from "solid-js";
import styles from "./markdown.module.css";

/** A formula, as its source until the renderer is loaded, and if it cannot be read. */
export function MathFormula(props: { readonly formula: string; readonly isBlock: boolean }) {
  const [element] = createResource(
    () => ({ formula: props.formula, isBlock: props.isBlock }),
    async ({ formula, isBlock }) => (await import("./math-elements.ts")).mathElement(formula, isBlock),
  );
  return (
    <span class={styles.math} data-block={props.isBlock ? "" : undefined}>
      <Show
        when={!element.error && element.latest}
        fallback={<code class={styles.code}>{props.formula}</code>}
      >
        {(found) => found()}
      </Show>
    </span>
  );
}
