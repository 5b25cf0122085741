import { createMemo } from "solid-js";
import { Blocks } from "./blocks.tsx";
import { isJumbo } from "./jumbo.ts";
import styles from "./markdown.module.css";
import { readMarkdown } from "./read.ts";

/** The text of a message as elements. */
export function Markdown(props: { readonly text: string }) {
  const blocks = createMemo(() => readMarkdown(props.text));
  return (
    <div class={styles.markdown} dir="auto" data-jumbo={isJumbo(blocks()) ? "" : undefined}>
      <Blocks blocks={blocks()} />
    </div>
  );
}
