import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "./source-files.ts";

const page = readFileSync(join(top, "docs/web-client-checklist.md"), "utf8");
const rows = [...page.matchAll(/^\| (\d+) \| (.+?) \| (\w+) \| (.*)\|$/gm)].map(
  ([, number, name, state, shown = ""]) => ({ number: Number(number), name, state, shown: shown.trim() }),
);

/** Whether what a row names is a file with a test of this title. */
function isShown(shown: string): boolean {
  const [, file = "", title = ""] = shown.match(/^\[.+?\]\(\.\.\/(.+?)\): (.+)$/) ?? [];
  const path = join(top, file);
  if (!title || !existsSync(path)) return false;
  const source = readFileSync(path, "utf8");
  return ['"', "`"].some((quote) => source.includes(`${quote}${title}${quote}`));
}

describe("the page of what people do in the client", () => {
  test("has every row once, in order", () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 141 }, (_, index) => index + 1));
  });

  test("names a test that exists for each row that says yes", () => {
    const without = rows.filter(({ state, shown }) => state === "yes" && !isShown(shown));
    expect(without.map(({ number, name, shown }) => `${number} ${name}: ${shown}`)).toEqual([]);
  });
});
