import { expect, test } from "bun:test";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { Extension } from "micromark-util-types";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import { amount } from "../../../../test/support/run/is-thorough.ts";
import { chooseSyntax } from "./choose-syntax.ts";
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
    case "task":
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
    "- [x] ",
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
  const anything = fc.oneof(hostile, anyText({ maxLength: 300 }));
  fc.assert(
    fc.property(anything, (source) => {
      for (const block of parseMarkdown(source)) check(block);
    }),
    { numRuns: amount(100, 500) },
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

/** How many characters the parser reads for a text, those that it reads again included. */
function stepsFor(source: string): number {
  let steps = 0;
  const seen = new WeakSet<object>();
  const counting: Extension = {
    text: {
      null: {
        tokenize(effects, _ok, nok) {
          if (!seen.has(effects)) {
            seen.add(effects);
            const { consume } = effects;
            effects.consume = (code) => {
              steps += 1;
              return consume(code);
            };
          }
          return nok;
        },
      },
    },
  };
  // It begins to count with the first character that may begin something.
  const text = `& ${source}`;
  fromMarkdown(text, { extensions: [...chooseSyntax(text), counting] });
  return steps;
}

const repeat = (pattern: string) => (length: number) =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);
test.each<[name: string, make: (length: number) => string]>([
  ["www.a______", (length) => `www.a${repeat("_")(length)}`],
  ["www.a__www.a__", repeat("www.a__")],
  ["_www.a_www.a", repeat("_www.a")],
  ["www.a_ in words of 60 letters", repeat(`${"www.a_".repeat(10)} `)],
  ["http://a_http://a_", repeat("http://a_")],
  ["http://a.b/!!!!x", (length) => `http://a.b/${repeat("!")(length)}x`],
  ["http://a.b/&amp;&amp;", (length) => `http://a.b/${repeat("&amp;")(length)}x`],
  ["http://a.b/]]]", (length) => `http://a.b/${repeat("]")(length)}x`],
  ["www.a.....", (length) => `www.a${repeat(".")(length)}`],
  ["a@b.b.b.", (length) => `a@${repeat("b.")(length)}`],
  ["a+b-c_d.@a+b-c_d.@", repeat("a+b-c_d.@")],
])("%s is read in time that grows with its length", (_name, make) => {
  const [short, long] = [stepsFor(make(2_000)), stepsFor(make(16_000))];
  expect(long).toBeGreaterThan(0);
  expect(long / short).toBeLessThan(10);
  expect(long).toBeLessThan(16_000 * 100);
});

test("many addresses in one message are all found", () => {
  const lines = Array.from({ length: 200 }, (_, index) => `https://e.org/a_b_${index}!`);
  const links = JSON.stringify(parseMarkdown(lines.join("\n"))).match(/"link"/g);
  expect(links).toHaveLength(200);
});
