import type { TextEdit } from "../drafts/field-text.ts";
import type { Rewrite, TextRange } from "./field-state.ts";

/** What can be done with the selected text. */
export type TextFormat = "bold" | "italic" | "strike" | "code" | "spoiler" | "quote" | "bullets" | "numbers";

const marks = { bold: "**", italic: "*", strike: "~~", code: "`", spoiler: "||" } as const;

/** Gives the selected text a format, or takes it away where the text has it. */
export function formatText(text: string, selection: TextRange, format: TextFormat): Rewrite {
  if (format === "quote" || format === "bullets" || format === "numbers") {
    return formatLines(text, selection, format);
  }
  const { start, end } = withoutSpaces(text, selection);
  if (format === "code" && text.slice(start, end).includes("\n")) return fence({ start, end });
  return toggleMark(text, { start, end }, marks[format]);
}

/** Marks stick to words: `** a **` is not bold. */
function withoutSpaces(text: string, { start, end }: TextRange): TextRange {
  const selected = text.slice(start, end);
  if (selected.trim() === "") return { start, end };
  return {
    start: start + selected.length - selected.trimStart().length,
    end: end - selected.length + selected.trimEnd().length,
  };
}

function toggleMark(text: string, { start, end }: TextRange, mark: string): Rewrite {
  const { length } = mark;
  const outside = Math.min(runBefore(text, start, mark), runAfter(text, end, mark));
  if (isMarked(outside, mark)) return unmark({ start: start - length, end: end + length }, length);
  const inside = Math.min(runAfter(text, start, mark), runBefore(text, end, mark));
  if (end - start > 2 * length && isMarked(inside, mark)) return unmark({ start, end }, length);
  return {
    edits: [
      { start, end: start, text: mark },
      { start: end, end, text: mark },
    ],
    selection: { start: start + length, end: end + length },
  };
}

function unmark({ start, end }: TextRange, length: number): Rewrite {
  return {
    edits: [
      { start, end: start + length, text: "" },
      { start: end - length, end, text: "" },
    ],
    selection: { start, end: end - 2 * length },
  };
}

/** Whether so many equal characters on both sides are this mark: `*` is in `*` and `***`, not in `**`. */
function isMarked(run: number, mark: string): boolean {
  if (mark === "`") return run === 1;
  return mark === "*" ? run % 2 === 1 : run >= 2;
}

function runAfter(text: string, at: number, mark: string): number {
  let count = 0;
  while (text[at + count] === mark[0]) count += 1;
  return count;
}

function runBefore(text: string, at: number, mark: string): number {
  let count = 0;
  while (text[at - 1 - count] === mark[0]) count += 1;
  return count;
}

/** Several lines of code are a block. */
function fence({ start, end }: TextRange): Rewrite {
  const opening = "```\n";
  return {
    edits: [
      { start, end: start, text: opening },
      { start: end, end, text: "\n```" },
    ],
    selection: { start: start + opening.length, end: end + opening.length },
  };
}

const prefixes = { quote: /^> ?/, bullets: /^[-*+] /, numbers: /^\d{1,9}[.)] / } as const;

/** Begins each selected line with a mark, or takes it away where all have it. */
function formatLines(text: string, selection: TextRange, format: keyof typeof prefixes): Rewrite {
  const first = text.lastIndexOf("\n", selection.start - 1) + 1;
  const lines = text.slice(first, selection.end).split("\n");
  const found = lines.map((line, index) => prefixes[format].exec(lineAt(text, first, lines, index) ?? line));
  const isOff = found.every((match) => match !== null);
  const edits: TextEdit[] = [];
  let at = first;
  for (const [index, line] of lines.entries()) {
    const prefix = { quote: "> ", bullets: "- ", numbers: `${index + 1}. ` }[format];
    const before = found[index]?.[0].length ?? 0;
    if (isOff || before === 0) edits.push({ start: at, end: at + before, text: isOff ? "" : prefix });
    at += line.length + 1;
  }
  const shift = (edit: TextEdit) => edit.text.length - (edit.end - edit.start);
  const total = edits.reduce((sum, edit) => sum + shift(edit), 0);
  const own = edits[0]?.start === first ? shift(edits[0]) : 0;
  const start = Math.max(first, selection.start + own);
  return { edits, selection: { start, end: Math.max(start, selection.end + total) } };
}

/** The whole line, of which the selection may have the beginning only. */
function lineAt(text: string, first: number, lines: readonly string[], index: number): string | undefined {
  const start = first + lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
  return text.slice(start).split("\n", 1)[0];
}
