import type { Nodes, PhrasingContent, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmStrikethroughFromMarkdown } from "mdast-util-gfm-strikethrough";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { chooseSyntax } from "./choose-syntax.ts";
import { escapesTree, restoreEscaped, withoutStandIns } from "./escapes.ts";
import { findSpoilers, type Piece } from "./find-spoilers.ts";
import { leadsTo } from "./leads-to.ts";
import { limitNesting } from "./limit-nesting.ts";
import { literalLinkTree } from "./link-syntax.ts";
import { mathTree } from "./math-syntax.ts";
import type { Block, Inline } from "./tree.ts";
import { safeUrl } from "./urls.ts";

/** The longest text that is read as Markdown; what follows is shown as it is. */
const longest = 16_384;
/** How deep parts may be nested. Deeper ones are shown as their source. */
const deepest = 20;

const treeExtensions = [
  gfmStrikethroughFromMarkdown(),
  gfmTableFromMarkdown(),
  literalLinkTree,
  mathTree,
  escapesTree,
];

/** Reads the text of a message. Any text whatever gives a tree of bounded depth with harmless links. */
export function parseMarkdown(text: string): readonly Block[] {
  const source = limitNesting(withoutStandIns(text.slice(0, longest)));
  const rest: Block[] = text.length > longest ? [plain(text.slice(longest))] : [];
  try {
    const root = fromMarkdown(source, {
      extensions: chooseSyntax(source),
      mdastExtensions: treeExtensions,
    });
    return [...new Reader(source).blocks(root.children, 0), ...rest];
  } catch (error) {
    // A text that nests so deep that the parser gives up is still shown.
    if (error instanceof RangeError) return [plain(text)];
    throw error;
  }
}

function plain(value: string): Block {
  return { type: "paragraph", children: [{ type: "text", value }] };
}

const taskBox = /^\[[ xX]\] /;

/** Converts the parser's tree into ours: only known nodes are taken over. */
class Reader {
  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
  }

  blocks(nodes: readonly RootContent[], depth: number): Block[] {
    return nodes.map((node) => this.#block(node, depth));
  }

  #block(node: RootContent, depth: number): Block {
    if (depth > deepest) return plain(this.#sourceOf(node));
    switch (node.type) {
      case "paragraph":
        return { type: "paragraph", children: this.#inlines(node.children, depth + 1) };
      case "heading":
        return { type: "heading", level: node.depth, children: this.#inlines(node.children, depth + 1) };
      case "blockquote":
        return { type: "quote", children: this.blocks(node.children, depth + 1) };
      case "list": {
        const items = node.children.map((item) => this.#item(item.children, depth + 1));
        return { type: "list", ...(node.ordered && { start: node.start ?? 1 }), items };
      }
      case "code":
        return {
          type: "codeBlock",
          ...(node.lang && { language: restoreEscaped(node.lang) }),
          value: node.value,
        };
      case "table": {
        const rows = node.children.map((row) =>
          row.children.map((cell) => this.#inlines(cell.children, depth + 1)),
        );
        const alignment = node.align?.map((side) => side ?? undefined);
        return { type: "table", rows, ...(alignment?.some(Boolean) && { alignment }) };
      }
      case "thematicBreak":
        return { type: "rule" };
      default:
        return plain(this.#sourceOf(node));
    }
  }

  /** An item that begins with `[ ]` or `[x]` is a task. */
  #item(nodes: readonly RootContent[], depth: number): Block[] {
    const [first, ...rest] = this.blocks(nodes, depth);
    // An escaped box is not a task; only the source shows that.
    const box = nodes[0]?.type === "paragraph" ? taskBox.exec(this.#sourceOf(nodes[0])) : undefined;
    const [text, ...others] = first?.type === "paragraph" ? first.children : [];
    if (!first || !box || text?.type !== "text") return first ? [first, ...rest] : [];
    const task = { type: "task", isDone: box[0] !== "[ ] " } as const;
    const value = text.value.slice(box[0].length);
    const words = value === "" ? [] : [{ type: "text", value } as const];
    return [{ type: "paragraph", children: [task, ...words, ...others] }, ...rest];
  }

  #inlines(nodes: readonly PhrasingContent[], depth: number): Inline[] {
    return findSpoilers(nodes.map((node) => this.#piece(node, depth)));
  }

  #piece(node: PhrasingContent, depth: number): Piece {
    if (depth > deepest) return { type: "text", value: this.#sourceOf(node) };
    switch (node.type) {
      case "text":
        return { raw: node.value };
      case "strong":
      case "emphasis":
      case "delete":
        return { type: node.type, children: this.#inlines(node.children, depth + 1) };
      case "inlineCode":
        return { type: "code", value: node.value };
      case "math":
        return { type: "math", value: node.value, isBlock: node.isBlock };
      case "break":
        return { type: "text", value: "\n" };
      case "link":
        return this.#link(node, node.url, this.#inlines(node.children, depth + 1));
      case "image": {
        const name = restoreEscaped(node.alt || node.url);
        return this.#link(node, node.url, [{ type: "text", value: name }]);
      }
      default:
        return { type: "text", value: this.#sourceOf(node) };
    }
  }

  #link(node: Nodes, address: string, children: readonly Inline[]): Inline {
    const written = restoreEscaped(address);
    const url = safeUrl(written);
    if (!url || children.length === 0) return { type: "text", value: this.#sourceOf(node) };
    const host = leadsTo(written, children);
    return { type: "link", url, children, ...(host !== undefined && { leadsTo: host }) };
  }

  #sourceOf({ position }: Nodes): string {
    return this.#source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
  }
}
