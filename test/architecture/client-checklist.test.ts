import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "./source-files.ts";

const page = readFileSync(join(top, "docs/web-client-checklist.md"), "utf8");
const lines = [...page.matchAll(/^(\d+)\. (.+)$/gm)].map(([, number, text = ""]) => ({
  number: Number(number),
  text,
}));

/** Whether the line names the beginning of a test's title, or says that the client lacks this. */
function isTrue(text: string): boolean {
  if (/: no$|: partly \(.+\)$/.test(text)) return true;
  const [, file = "", start = "", dots] = text.match(/ \(\[.+?\]\(\.\.\/(.+?)\): (.+?)( …)?\)$/) ?? [];
  const path = join(top, file);
  if (!start || !existsSync(path)) return false;
  const source = readFileSync(path, "utf8");
  return ['"', "`"].some((quote) => source.includes(`${quote}${start}${dots ? " " : quote}`));
}

describe("the page of what people do in the client", () => {
  test("has every line once, in order", () => {
    expect(lines.map(({ number }) => number)).toEqual(Array.from({ length: 141 }, (_, index) => index + 1));
  });

  test("names a test that exists on each line, unless the client lacks this", () => {
    expect(lines.filter(({ text }) => !isTrue(text))).toEqual([]);
  });
});
