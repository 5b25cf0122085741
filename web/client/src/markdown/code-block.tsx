import { IconButton } from "@ui/icon-button.tsx";
import { Check, Copy } from "@ui/icons.ts";
import { notify } from "@ui/toasts.tsx";
import { createResource, createSignal, For, type JSX, Show } from "solid-js";
import { t } from "../texts/texts.ts";
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
        <CopyButton text={props.code} />
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

function CopyButton(props: { readonly text: string }) {
  const [isCopied, setCopied] = createSignal(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2_000);
    } catch {
      notify(t().markdown.copyFailed, { isError: true });
    }
  };
  return (
    <IconButton
      class={styles.copy}
      icon={isCopied() ? Check : Copy}
      label={isCopied() ? t().markdown.copied : t().markdown.copy}
      onClick={() => void copy()}
    />
  );
}
