import { isInCodeBlock } from "./continue-line.ts";
import type { Rewrite, TextRange } from "./field-state.ts";

const isAddress = (text: string) => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

/** What a pasted address makes of the selected text: a link. Undefined if it is to replace the text as usual. */
export function linkSelection(text: string, { start, end }: TextRange, pasted: string): Rewrite | undefined {
  const address = pasted.trim();
  const selected = text.slice(start, end);
  if (!isAddress(address) || isAddress(selected.trim())) return undefined;
  if (selected.trim() === "" || /[\n[\]]/.test(selected) || isCode(text, start)) return undefined;
  // The address of a link that is there already is replaced.
  if (text.slice(0, start).endsWith("](")) return undefined;
  const escaped = address.replaceAll("(", "%28").replaceAll(")", "%29");
  const closing = `](${escaped})`;
  const caret = end + 1 + closing.length;
  return {
    edits: [
      { start, end: start, text: "[" },
      { start: end, end, text: closing },
    ],
    selection: { start: caret, end: caret },
  };
}

function isCode(text: string, at: number): boolean {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return isInCodeBlock(text, at) || line.split("`").length % 2 === 0;
}
