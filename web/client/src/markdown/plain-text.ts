import { readMarkdown } from "./read.ts";
import type { Block, Inline } from "./tree.ts";

/** The names of what a text can mention. */
export interface Names {
  user(id: string): string;
  role(id: string): string;
  channel(id: string): string;
  emoji(id: string): string;
  shortName(name: string): string;
  moment(seconds: number): string;
  readonly spoiler: string;
}

/** A text in one line without its marks, for previews. What a spoiler hides stays hidden. */
export function plainText(text: string, names: Names): string {
  return blocks(readMarkdown(text), names).replaceAll(/\s+/g, " ").trim();
}

function blocks(nodes: readonly Block[], names: Names): string {
  return nodes.map((node) => block(node, names)).join(" ");
}

function block(node: Block, names: Names): string {
  switch (node.type) {
    case "paragraph":
    case "heading":
      return inlines(node.children, names);
    case "quote":
      return blocks(node.children, names);
    case "list":
      return node.items.map((item) => blocks(item, names)).join(" ");
    case "codeBlock":
      return node.value;
    case "table":
      return node.rows.map((row) => row.map((cell) => inlines(cell, names)).join(" ")).join(" ");
    case "rule":
      return "";
  }
}

function inlines(nodes: readonly Inline[], names: Names): string {
  return nodes.map((node) => inline(node, names)).join("");
}

function inline(node: Inline, names: Names): string {
  switch (node.type) {
    case "text":
    case "code":
    case "math":
    case "everyone":
      return node.value;
    case "strong":
    case "emphasis":
    case "delete":
    case "link":
      return inlines(node.children, names);
    case "spoiler":
      return names.spoiler;
    case "user":
      return `@${names.user(node.id)}`;
    case "role":
      return `@${names.role(node.id)}`;
    case "channel":
      return `#${names.channel(node.id)}`;
    case "customEmoji":
      return `:${names.emoji(node.id)}:`;
    case "task":
      return node.isDone ? "☑ " : "☐ ";
    case "shortName":
      return names.shortName(node.name);
    case "timestamp":
      return names.moment(node.seconds);
  }
}
