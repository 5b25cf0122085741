import { expect, test } from "bun:test";
import { applyEdit } from "../drafts/field-text.ts";
import { continueLine, isInCodeBlock } from "./continue-line.ts";
import type { Rewrite, TextRange } from "./field-state.ts";
import { formatText, type TextFormat } from "./format-text.ts";

/** A text with what is selected between `[` and `]`, or `|` at the caret. */
function read(written: string): { text: string; range: TextRange } {
  const start = written.search(/[[|]/);
  const text = written.replace(/[[|]/, "");
  const end = text.indexOf("]", start);
  return { text: text.replace("]", ""), range: { start, end: end === -1 ? start : end } };
}

function show(text: string, { edits, selection }: Rewrite): string {
  const after = edits.toReversed().reduce(applyEdit, { text, tokens: [] }).text;
  const { start, end } = selection;
  if (start === end) return `${after.slice(0, start)}|${after.slice(start)}`;
  return `${after.slice(0, start)}[${after.slice(start, end)}]${after.slice(end)}`;
}

function format(written: string, name: TextFormat): string {
  const { text, range } = read(written);
  return show(text, formatText(text, range, name));
}

/** What a line break makes of a text; undefined if it is an ordinary one. */
function breakLine(written: string): string | undefined {
  const { text, range } = read(written);
  const continued = continueLine(text, range);
  return continued && show(text, continued);
}

test("a format is put around the selection, and taken away again", () => {
  expect(format("a [b] c", "bold")).toBe("a **[b]** c");
  expect(format("a **[b]** c", "bold")).toBe("a [b] c");
  expect(format("a [**b**] c", "bold")).toBe("a [b] c");
  expect(format("a |c", "italic")).toBe("a *|*c");
  expect(format("a *|*c", "italic")).toBe("a |c");
  expect(format("[ word ]", "strike")).toBe(" ~~[word]~~ ");
  expect(format("[a]", "code")).toBe("`[a]`");
  expect(format("[a\nb]", "code")).toBe("```\n[a\nb]\n```");
});

test("bold and italic do not take each other for their own", () => {
  expect(format("**[b]**", "italic")).toBe("***[b]***");
  expect(format("***[b]***", "italic")).toBe("**[b]**");
  expect(format("***[b]***", "bold")).toBe("*[b]*");
  expect(format("*[b]*", "bold")).toBe("***[b]***");
});

test("lines become a quote or a list, and cease to be one", () => {
  expect(format("a\nb[b\nc]c", "quote")).toBe("a\n> b[b\n> c]c");
  expect(format("> b[b\n> c]c", "quote")).toBe("b[b\nc]c");
  expect(format("[a\n- b]", "bullets")).toBe("- [a\n- b]");
  expect(format("[a\nb]", "numbers")).toBe("1. [a\n2. b]");
  expect(format("- |", "bullets")).toBe("|");
});

test("a list or a quote continues in the next line", () => {
  expect(breakLine("- a|")).toBe("- a\n- |");
  expect(breakLine("  * a|b")).toBe("  * a\n  * |b");
  expect(breakLine("9. a|")).toBe("9. a\n10. |");
  expect(breakLine("- [x] a|".replace("[x]", "(x)"))).toBe("- (x) a\n- |");
  expect(continueLine("- [x] a", { start: 7, end: 7 })?.edits[0]?.text).toBe("\n- [ ] ");
  expect(breakLine("> a|")).toBe("> a\n> |");
  expect(breakLine("> - a|")).toBe("> - a\n> - |");
  expect(breakLine("-a|")).toBeUndefined();
  expect(breakLine("a - b|")).toBeUndefined();
  expect(breakLine("2026 was|")).toBeUndefined();
});

test("an empty item ends the list, and an empty line the quote", () => {
  expect(breakLine("- a\n- |")).toBe("- a\n|");
  expect(breakLine("1. a\n2. |\nb")).toBe("1. a\n|\nb");
  expect(breakLine("> a\n> |")).toBe("> a\n|");
  expect(breakLine("> - |")).toBe("> |");
});

test("a place is in a block of code from its first line to its last", () => {
  const inside = (text: string) => isInCodeBlock(text, text.length);
  expect(["```", "```js", "a\n```\nb", "~~~\n```", "````\n```"].map(inside)).toEqual(Array(5).fill(true));
  expect(["", "a", "```\na\n```", "```a```", "~~~\n~~~\nb", "a ```"].map(inside)).toEqual(
    Array(6).fill(false),
  );
});
