import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyText } from "../../../../test/support/hostile/any-text.ts";
import { findLinks } from "./find-links.ts";

describe("links in a message", () => {
  test.each<[string, string[]]>([
    ["nothing", []],
    ["see https://a.example/b", ["https://a.example/b"]],
    ["HTTPS://A.example", ["HTTPS://A.example"]],
    ["ftp://a.example xhttp://b.example", []],
    ["见http://a.example/中文", ["http://a.example/中文"]],
    ["(https://a.example/b)", ["https://a.example/b"]],
    ["https://a.example/b_(c) https://a.example/[d]", ["https://a.example/b_(c)", "https://a.example/[d]"]],
    ["[text](https://a.example/b).", ["https://a.example/b"]],
    [
      "https://a.example/b?! https://b.example/c: https://c.example/d**",
      ["https://a.example/b", "https://b.example/c", "https://c.example/d"],
    ],
    ["\"https://a.example/b\" 'https://b.example/c'", ["https://a.example/b", "https://b.example/c"]],
    ["https://a.example/b#c https://a.example/b#d", ["https://a.example/b"]],
    ["`https://a.example` https://b.example/", ["https://b.example/"]],
    ["```\nhttps://a.example\n``` https://b.example/", ["https://b.example/"]],
    ["``` https://a.example/", ["https://a.example/"]],
    ["<https://a.example> https://b.example/ > https://c.example/", ["https://c.example/"]],
    ["<https://a.example>\nhttps://b.example/", ["https://b.example/"]],
    ["> https://a.example\nhttps://b.example/", ["https://b.example/"]],
    ["https:// http://", []],
    ["https://a.example/|https://b.example/", ["https://a.example/", "https://b.example/"]],
    [
      "1 2 3 4 5 6 7".replace(/\d/g, "https://a.example/$&"),
      [1, 2, 3, 4, 5].map((n) => `https://a.example/${n}`),
    ],
  ])("%j", (content, links) => expect(findLinks(content, 5)).toEqual(links));

  test("are at most five distinct URLs, whatever the message", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...[
          "http://",
          "https://",
          "`",
          "```",
          "<http",
          "<",
          ">",
          "\n",
          "#",
          "(",
          ")",
          "[",
          "]",
          ".",
          "a.example/",
        ],
      ),
      anyText(),
      fc.webUrl(),
    );
    const message = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(message, (content) => {
        const links = findLinks(content, 5);
        expect(links.length).toBeLessThanOrEqual(5);
        expect(new Set(links).size).toBe(links.length);
        for (const link of links) {
          expect(URL.canParse(link)).toBe(true);
          expect(link).not.toContain("#");
          expect(content).toContain(link);
        }
      }),
      { numRuns: 500 },
    );
  });
});
