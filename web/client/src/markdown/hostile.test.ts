import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseMarkdown } from "./parse.ts";
import type { Block, Inline } from "./tree.ts";

const deepest = 48;

/** Throws at anything in the tree that must not be shown. */
function check(node: Block | Inline, depth = 0): void {
  if (depth > deepest) throw new Error("the tree is too deep");
  switch (node.type) {
    case "text":
    case "code":
    case "math":
    case "everyone":
    case "codeBlock":
      expect(typeof node.value).toBe("string");
      break;
    case "link":
      expect(node.url).toMatch(/^(https?:\/\/|mailto:)/);
      for (const child of node.children) check(child, depth + 1);
      break;
    case "user":
    case "role":
    case "channel":
    case "customEmoji":
      expect(node.id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
      break;
    case "timestamp":
      expect(new Date(node.seconds * 1000).getTime()).not.toBeNaN();
      break;
    case "shortName":
      expect(node.name).toMatch(/^[a-z0-9_+-]+$/);
      break;
    case "list":
      for (const item of node.items) for (const child of item) check(child, depth + 1);
      break;
    case "table":
      for (const child of node.rows.flat(2)) check(child, depth + 1);
      break;
    case "rule":
      break;
    default:
      for (const child of node.children) check(child, depth + 1);
  }
}

const pieces = [
  ..."*_~`[](){}<>!|$:@#%\\\n \t-+1.&;=\"'",
  ...["**", "```", "![", "](", "](javascript:", "](data:text/html,", "<script>", "<img src=x onerror=y>"],
  ...[
    "<javascript:alert(1)>",
    "<vbscript:x>",
    "javascript:alert(1)",
    "https://e.org/",
    "www.e.org",
    "a@b.de",
  ],
  ...[
    "||",
    "!!",
    "$$",
    "\\href{javascript:x}{y}",
    "<@01HV3Q5B8W9XJ2K4M6N8P0R2T4>",
    "<t:1:R>",
    "<t:99999999999999>",
  ],
  ...[
    "> ",
    "- ",
    "# ",
    "|-|\n",
    "[x]: javascript:y\n",
    "&#106;avascript:",
    "\u202E",
    "\uFDD0",
    "\u0000",
    "word",
  ],
];

test("whatever is written, the tree holds only what may be shown", () => {
  const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 120 }).map((parts) => parts.join(""));
  const anything = fc.oneof(hostile, fc.string({ unit: "binary", maxLength: 300 }));
  fc.assert(
    fc.property(anything, (source) => {
      for (const block of parseMarkdown(source)) check(block);
    }),
    { numRuns: 500 },
  );
});

test("addresses of other kinds stay text, however they are written", () => {
  for (const source of [
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a](&#106;avascript:alert(1))",
    "[a](java\\script:alert(1))",
    "[a](data:text/html,x)",
    "[a](file:///etc/passwd)",
    "[a](//e.org)",
    "[a](/relative)",
    "<javascript:alert(1)>",
    "![a](javascript:alert(1))",
  ]) {
    expect(JSON.stringify(parseMarkdown(source))).not.toContain('"link"');
  }
});

const many = 10_000;
test.each([
  [">".repeat(many)],
  ["> ".repeat(many)],
  ["- ".repeat(many)],
  ["1. ".repeat(many)],
  ["*".repeat(many)],
  [`${"*".repeat(many / 2)}a${"*".repeat(many / 2)}`],
  ["*a _b ~~c ".repeat(many / 10)],
  ["[".repeat(many)],
  [`${"[".repeat(many / 2)}a${"](x)".repeat(many / 2)}`],
  ["![".repeat(many)],
  ["||!!".repeat(many / 4)],
  ["$a ".repeat(many / 3)],
  [Array.from({ length: 140 }, (_, index) => "`".repeat(index)).join("a")],
  [Array.from({ length: 140 }, (_, index) => `${"  ".repeat(index)}- a`).join("\n")],
])("a text that nests without end is shown at a bounded depth", (source) => {
  for (const block of parseMarkdown(source)) check(block);
});
