import { createMemo, type JSX, Show } from "solid-js";
import { Blocks, endsInText } from "./blocks.tsx";
import { isJumbo } from "./jumbo.ts";
import styles from "./markdown.module.css";
import { readMarkdown } from "./read.ts";

/** The text of a message as elements. `after` is placed on the last line if that is a line of text. */
export function Markdown(props: {
  readonly text: string;
  readonly after?: JSX.Element;
  readonly ref?: (element: HTMLElement) => void;
}) {
  const blocks = createMemo(() => readMarkdown(props.text));
  return (
    <div ref={props.ref} class={styles.markdown} dir="auto" data-jumbo={isJumbo(blocks()) ? "" : undefined}>
      <Blocks blocks={blocks()} after={props.after} />
      <Show when={!endsInText(blocks())}>{props.after}</Show>
    </div>
  );
}
