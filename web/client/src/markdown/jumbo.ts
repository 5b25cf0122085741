import type { Block } from "./tree.ts";

const emojiOnly = /^(?:\p{RGI_Emoji}\uFE0F?|\s)+$/v;
/** With more emoji than this they are shown in the size of text. */
const most = 12;

/** Whether a message consists of a few emoji and nothing else, which are then shown large. */
export function isJumbo(blocks: readonly Block[]): boolean {
  const [only, ...others] = blocks;
  if (only?.type !== "paragraph" || others.length > 0) return false;
  let count = 0;
  for (const node of only.children) {
    if (node.type === "customEmoji" || node.type === "shortName") count += 1;
    else if (node.type !== "text" || !(/^\s*$/.test(node.value) || emojiOnly.test(node.value))) return false;
    else count += [...node.value.matchAll(/\p{RGI_Emoji}/gv)].length;
  }
  return count > 0 && count <= most;
}
