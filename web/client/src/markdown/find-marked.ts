import type { TextSpan } from "./mark-text.ts";

const word = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Finds in the text that is shown of a message the words that are marked in its source. The source also has what is
 * not shown, such as the marks of Markdown, so words are found by their place among equal ones.
 */
export function findMarked(
  source: string,
  marks: readonly TextSpan[],
): (shown: string) => readonly TextSpan[] {
  const starts = new Set(marks.map(({ start }) => start));
  const isMarked = new Map(marks.map(({ start, end }) => [source.slice(start, end), [] as boolean[]]));
  for (const { 0: found, index } of source.matchAll(word)) isMarked.get(found)?.push(starts.has(index));
  return (shown) => {
    const spans = new Map<string, TextSpan[]>();
    for (const { 0: found, index } of shown.matchAll(word)) {
      if (!isMarked.has(found)) continue;
      const equal = spans.get(found) ?? [];
      equal.push({ start: index, end: index + found.length });
      spans.set(found, equal);
    }
    // Where some are not shown, as in the address of a link, nothing says which: all are marked.
    return [...spans].flatMap(([text, equal]) => {
      const flags = isMarked.get(text) ?? [];
      return flags.length === equal.length ? equal.filter((_, at) => flags[at]) : equal;
    });
  };
}
