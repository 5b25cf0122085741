import { parseMarkdown } from "./parse.ts";
import type { Block } from "./tree.ts";

/** How many trees are kept, and the longest text that one is kept of. */
const keptTrees = 400;
const longestKept = 4_000;

/** Characters that may begin something else than text, wherever they are; and what counts only as a pair or a word. */
const special = /[\\`*_~<&[|$:@\t\n\r\0\uFEFF\uFDD0-\uFDEF]|!!|www\./i;
/** What may begin a block, or is left out by the parser at the edges of a line. */
const edges = /^[\s#>+=\d-]|\s$/;

const trees = new Map<string, readonly Block[]>();

/**
 * The tree of a text. The parser takes longer than the rest of a row, so it is not run for lines without any mark, nor
 * for texts that were shown recently, because rows come and go while one scrolls.
 */
export function readMarkdown(text: string): readonly Block[] {
  if (text.length > longestKept) return parseMarkdown(text);
  if (isPlainLine(text)) return [{ type: "paragraph", children: [{ type: "text", value: text }] }];
  const tree = trees.get(text) ?? parseMarkdown(text);
  trees.delete(text);
  trees.set(text, tree);
  if (trees.size > keptTrees) trees.delete(trees.keys().next().value ?? "");
  return tree;
}

/** Whether the parser would find nothing but the text itself. */
export function isPlainLine(text: string): boolean {
  return text !== "" && !edges.test(text) && !special.test(text);
}
