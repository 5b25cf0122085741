import { createMemo, For } from "solid-js";
import { Inlines } from "./inlines.tsx";
import { readMarkdown } from "./read.ts";
import type { Block, Inline } from "./tree.ts";

/** A text as one line: with its links and emphasis, and without what needs lines of its own. */
export function MarkdownLine(props: { readonly text: string }) {
  const parts = createMemo(() => readMarkdown(props.text).flatMap(partsOf));
  return (
    <For each={parts()}>
      {(nodes, index) => (
        <>
          {index() > 0 && " "}
          <Inlines nodes={nodes} />
        </>
      )}
    </For>
  );
}

function partsOf(block: Block): readonly (readonly Inline[])[] {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return [block.children];
    case "quote":
      return block.children.flatMap(partsOf);
    case "list":
      return block.items.flat().flatMap(partsOf);
    case "codeBlock":
      return [[{ type: "code", value: block.value }]];
    case "table":
      return block.rows.flat();
    case "rule":
      return [];
  }
}
