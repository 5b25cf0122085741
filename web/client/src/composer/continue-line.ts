import type { Rewrite, TextRange } from "./field-state.ts";

const fence = /^ {0,3}(?:(?<ticks>`{3,})[^`]*|(?<tildes>~{3,}).*)$/;

/** Whether a place is between the lines that begin and end a block of code. */
export function isInCodeBlock(text: string, caret: number): boolean {
  let opening: string | undefined;
  for (const line of text.slice(0, caret).split("\n")) {
    const { ticks, tildes } = fence.exec(line)?.groups ?? {};
    const found = ticks ?? tildes;
    if (found === undefined) continue;
    if (opening === undefined) opening = found;
    // A block ends with at least as many marks as it began with, and nothing behind them.
    else if (found.startsWith(opening) && line.trim() === found) opening = undefined;
  }
  return opening !== undefined;
}

const lineStart =
  /^(?<outer>[ \t]*(?:> ?)*)(?<item>(?:[-*+]|(?<number>\d{1,9})[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/;

/** What a line break does in a list or a quote: the next line continues it, and an empty one ends it. */
export function continueLine(text: string, { start, end }: TextRange): Rewrite | undefined {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const { outer = "", item = "", number } = lineStart.exec(line)?.groups ?? {};
  if (item === "" && !outer.includes(">")) return undefined;
  const rest = text.slice(end).split("\n", 1)[0];
  if (line.slice(outer.length + item.length).trim() === "" && rest?.trim() === "") {
    // In a list within a quote, the list ends and the quote continues.
    const kept = item === "" ? "" : outer.trimStart();
    const caret = from + kept.length;
    return { edits: [{ start: from, end, text: kept }], selection: { start: caret, end: caret } };
  }
  const next = number ? item.replace(/^\d+/, String(Number(number) + 1)) : item;
  const inserted = `\n${outer}${next.replace(/\[[xX]\]/, "[ ]")}`;
  const caret = start + inserted.length;
  return { edits: [{ start, end, text: inserted }], selection: { start: caret, end: caret } };
}
