import { createEffect, onCleanup } from "solid-js";

/** A part of a text, in UTF-16 units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Why a part is marked; the styles have a rule for each. */
type MarkName = "found" | "alert";

/**
 * Marks parts of the text that an element shows, for as long as its owner lives. The browser paints them (the CSS Custom
 * Highlight API), so nothing is added to the page; browsers without it show the text unmarked.
 */
export function markText(
  element: HTMLElement,
  name: MarkName,
  find: () => (text: string) => readonly TextSpan[],
): void {
  if (!("Highlight" in globalThis)) return;
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, highlight);
  let ranges: readonly Range[] = [];
  const clear = () => {
    for (const range of ranges) highlight.delete(range);
  };
  createEffect(() => {
    const findSpans = find();
    const mark = () => {
      clear();
      ranges = rangesOf(element, findSpans);
      for (const range of ranges) highlight.add(range);
    };
    mark();
    // Colours of code and the like come later.
    const observer = new MutationObserver(mark);
    observer.observe(element, { childList: true, characterData: true, subtree: true });
    onCleanup(() => observer.disconnect());
  });
  onCleanup(clear);
}

function rangesOf(element: HTMLElement, find: (text: string) => readonly TextSpan[]): readonly Range[] {
  const nodes: { readonly node: Node; readonly start: number }[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push({ node, start: text.length });
    // Keeps the words of different elements apart.
    text += `${node.nodeValue}\n`;
  }
  return find(text).flatMap(({ start, end }) => {
    const first = nodes.findLast((one) => one.start <= start);
    const last = nodes.findLast((one) => one.start < end);
    if (!first || !last) return [];
    const range = document.createRange();
    range.setStart(first.node, start - first.start);
    range.setEnd(last.node, end - last.start);
    return [range];
  });
}
