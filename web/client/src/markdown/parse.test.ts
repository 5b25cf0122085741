import { describe, expect, test } from "bun:test";
import { parseMarkdown } from "./parse.ts";
import type { Block, Inline } from "./tree.ts";

const id = "01HV3Q5B8W9XJ2K4M6N8P0R2T4";

/** The inline parts of a text of one paragraph. */
function inlines(text: string): readonly Inline[] {
  const [only] = parseMarkdown(text);
  if (only?.type !== "paragraph") throw new Error(`not a paragraph: ${JSON.stringify(only)}`);
  return only.children;
}
const text = (value: string): Inline => ({ type: "text", value });

describe("what people write", () => {
  test("emphasis, strikethrough and code", () => {
    expect(inlines("**a** *b* ~~c~~ `d*e*`")).toEqual([
      { type: "strong", children: [text("a")] },
      text(" "),
      { type: "emphasis", children: [text("b")] },
      text(" "),
      { type: "delete", children: [text("c")] },
      text(" "),
      { type: "code", value: "d*e*" },
    ]);
  });

  test("mentions, emoji and timestamps", () => {
    expect(inlines(`<@${id}><%${id}><#${id}>:${id}::wave:@everyone<t:1700000000:R>`)).toEqual([
      { type: "user", id },
      { type: "role", id },
      { type: "channel", id },
      { type: "customEmoji", id },
      { type: "shortName", name: "wave" },
      { type: "everyone", value: "@everyone" },
      { type: "timestamp", seconds: 1_700_000_000, style: "R" },
    ]);
  });

  test("a timestamp beyond what a date can hold is text", () => {
    expect(inlines("<t:9999999999999>")).toEqual([text("<t:9999999999999>")]);
  });

  test("a backslash keeps a construct from being one", () => {
    expect(inlines(`\\<@${id}> \\||a|| \\@everyone`)).toEqual([text(`<@${id}> ||a|| @everyone`)]);
  });

  test("nothing is found in code", () => {
    expect(inlines(`\`<@${id}> ||a||\``)).toEqual([{ type: "code", value: `<@${id}> ||a||` }]);
  });

  test("spoilers hold other parts, in both spellings", () => {
    expect(inlines("||a *b*|| !!c!! ||")).toEqual([
      { type: "spoiler", children: [text("a "), { type: "emphasis", children: [text("b")] }] },
      text(" "),
      { type: "spoiler", children: [text("c")] },
      text(" ||"),
    ]);
  });

  test("formulas keep their source, and prices are none", () => {
    expect(inlines("$a_b*c*\\{$ costs $5-$10 or $5 and $10")).toEqual([
      { type: "math", value: "a_b*c*\\{", isBlock: false },
      text(" costs $5-$10 or $5 and $10"),
    ]);
    expect(inlines("$$\n\\frac{a}{b}\n$$")).toEqual([{ type: "math", value: "\\frac{a}{b}", isBlock: true }]);
  });

  test("links, with and without brackets", () => {
    const link = (url: string, value = url, leadsTo?: string): Inline => ({
      type: "link",
      url,
      children: [text(value)],
      ...(leadsTo !== undefined && { leadsTo }),
    });
    expect(inlines("[a](https://e.org/x) https://e.org/a_b_c. ![p](https://e.org/p.png) <me@e.org>")).toEqual(
      [
        link("https://e.org/x", "a", "e.org"),
        text(" "),
        link("https://e.org/a_b_c"),
        text(". "),
        link("https://e.org/p.png", "p", "e.org"),
        text(" "),
        link("mailto:me@e.org", "me@e.org"),
      ],
    );
  });

  test("HTML, references and underlines are text", () => {
    for (const source of ["<b>x</b>", '<img src="x" onerror="y">', "[a]: b", "a\n===", "&lt;b&gt;"]) {
      const shown = parseMarkdown(source);
      expect(shown).toHaveLength(1);
      expect(inlines(source)).toEqual([text(source.replace("&lt;b&gt;", "<b>"))]);
    }
  });

  test("columns of a table have the side that their line says", () => {
    const [table] = parseMarkdown("| a | b | c | d |\n|:--|:-:|--:|---|\n| e | f | g | h |");
    expect(table).toMatchObject({ type: "table", alignment: ["left", "center", "right", undefined] });
  });

  test("items with a box are tasks, and escaped or empty boxes are text", () => {
    const paragraph = (...children: Inline[]): Block[] => [{ type: "paragraph", children }];
    const open: Inline = { type: "task", isDone: false };
    const done: Inline = { type: "task", isDone: true };
    const strong: Inline = { type: "strong", children: [text("b")] };
    expect(parseMarkdown("- [ ] a\n- [x] **b**\n- [X] c\n- \\[ ] d\n- [ ]\n- [y] e")).toEqual([
      {
        type: "list",
        items: [
          paragraph(open, text("a")),
          paragraph(done, strong),
          paragraph(done, text("c")),
          paragraph(text("[ ] d")),
          paragraph(text("[ ]")),
          paragraph(text("[y] e")),
        ],
      },
    ]);
    expect(inlines("[ ] a")).toEqual([text("[ ] a")]);
  });

  test("blocks", () => {
    const paragraph = (value: string): Block => ({ type: "paragraph", children: [text(value)] });
    expect(parseMarkdown("# a\n> b\n\n1. c\n2. d\n\n- e\n\n```ts\nf\n```\n---\n| g |\n|---|\n| h |")).toEqual(
      [
        { type: "heading", level: 1, children: [text("a")] },
        { type: "quote", children: [paragraph("b")] },
        { type: "list", start: 1, items: [[paragraph("c")], [paragraph("d")]] },
        { type: "list", items: [[paragraph("e")]] },
        { type: "codeBlock", language: "ts", value: "f" },
        { type: "rule" },
        { type: "table", rows: [[[text("g")]], [[text("h")]]] },
      ],
    );
  });
});
