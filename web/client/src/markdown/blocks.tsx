import { IconButton } from "@ui/icon-button.tsx";
import { Copy } from "@ui/icons.ts";
import { createResource, For, type JSX, Show } from "solid-js";
import { copyText } from "../components/attempt.ts";
import { t } from "../i18n/i18n.ts";
import type { CodeNode } from "./highlight.ts";
import { Inlines } from "./inlines.tsx";
import styles from "./markdown.module.css";
import type { Block } from "./tree.ts";

export function Blocks(props: { readonly blocks: readonly Block[]; readonly after?: JSX.Element }) {
  const isLast = (block: Block) => block === props.blocks.at(-1);
  return (
    <For each={props.blocks}>
      {(block) => blockElement(block, () => (isLast(block) ? props.after : undefined))}
    </For>
  );
}

/** Whether the last of some blocks is one in which a line continues. */
export function endsInText(blocks: readonly Block[]): boolean {
  const type = blocks.at(-1)?.type;
  return type === "paragraph" || type === "heading";
}

function blockElement(block: Block, after: () => JSX.Element): JSX.Element {
  switch (block.type) {
    case "paragraph":
      return (
        <p dir="auto">
          <Inlines nodes={block.children} />
          {after()}
        </p>
      );
    case "heading":
      // Headings in messages are not headings of the page.
      return (
        <p class={styles.heading} data-level={Math.min(block.level, 3)} dir="auto">
          <Inlines nodes={block.children} />
          {after()}
        </p>
      );
    case "quote":
      return (
        <blockquote class={styles.quote}>
          <Blocks blocks={block.children} />
        </blockquote>
      );
    case "list":
      return <List start={block.start} items={block.items} />;
    case "codeBlock":
      return <CodeBlock language={block.language} code={block.value} />;
    case "table":
      return <Table rows={block.rows} alignment={block.alignment} />;
    case "rule":
      return <hr class={styles.rule} />;
  }
}

function isTask([first]: readonly Block[]): boolean {
  return first?.type === "paragraph" && first.children[0]?.type === "task";
}

function List(props: { readonly start?: number; readonly items: readonly (readonly Block[])[] }) {
  const items = () => (
    <For each={props.items}>
      {(item) => (
        <li data-task={isTask(item) ? "" : undefined}>
          <Blocks blocks={item} />
        </li>
      )}
    </For>
  );
  return props.start === undefined ? (
    <ul class={styles.list}>{items()}</ul>
  ) : (
    <ol class={styles.list} start={props.start}>
      {items()}
    </ol>
  );
}

function Table(props: Pick<Block & { type: "table" }, "rows" | "alignment">) {
  return (
    // Wide tables scroll by themselves; the keyboard reaches them for that.
    <div class={styles.tableScroll} tabindex="0">
      <table class={styles.table}>
        <thead>
          <tr>
            <For each={props.rows[0]}>
              {(cell, column) => (
                <th dir="auto" data-align={props.alignment?.[column()]}>
                  <Inlines nodes={cell} />
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={props.rows.slice(1)}>
            {(row) => (
              <tr>
                <For each={row}>
                  {(cell, column) => (
                    <td dir="auto" data-align={props.alignment?.[column()]}>
                      <Inlines nodes={cell} />
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}

/** Code on lines of its own. Its colours come when the highlighter is loaded. */
function CodeBlock(props: { readonly language?: string; readonly code: string }) {
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
