import { IconButton } from "@ui/icon-button.tsx";
import { Copy } from "@ui/icons.ts";
import { createResource, For, type JSX, Show } from "solid-js";
import { copyText } from "../components/copy-text.ts";
import { t } from "../i18n/i18n.ts";
import type { CodeNode } from "./highlight.ts";
import styles from "./markdown.module.css";

/** Code on lines of its own. Its colours come when the highlighter is loaded. */
export function CodeBlock(props: { readonly language?: string; readonly code: string }) {
  const [coloured] = createResource(
    () => (props.language ? { language: props.language, code: props.code } : undefined),
    async ({ language, code }) => (await import("./highlight.ts")).highlight(language, code),
  );
  return (
    <figure class={styles.codeBlock}>
      <figcaption class={styles.codeHeader}>
        <span>{props.language ?? t().markdown.code}</span>
        <IconButton
          class={styles.copy}
          icon={Copy}
          label={t().markdown.copy}
          onClick={() => void copyText(props.code)}
        />
      </figcaption>
      <pre class={styles.pre} dir="ltr" tabindex="0">
        <code>
          <Show when={!coloured.error && coloured.latest} fallback={props.code}>
            {(nodes) => <CodeNodes nodes={nodes()} />}
          </Show>
        </code>
      </pre>
    </figure>
  );
}

function CodeNodes(props: { readonly nodes: readonly CodeNode[] }): JSX.Element {
  return (
    <For each={props.nodes}>
      {(node) =>
        typeof node === "string" ? (
          node
        ) : (
          <span data-code={node.kind}>
            <CodeNodes nodes={node.children} />
          </span>
        )
      }
    </For>
  );
}
