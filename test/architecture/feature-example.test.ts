import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addLines, readSteps } from "../proof/feature/page-steps.ts";
import { top } from "./source-files.ts";

const steps = readSteps(readFileSync(join(top, "docs/adding-a-feature.md"), "utf8"));

/** `npm run proof feature` carries the steps out and runs the tests of the feature; this only sees whether they apply. */
describe("the example in docs/adding-a-feature.md", () => {
  test.each(steps)("still applies: $path", ({ path, isEdit, content }) => {
    const file = join(top, path);
    expect(existsSync(file)).toBe(isEdit);
    if (isEdit)
      expect(addLines(readFileSync(file, "utf8"), content)).toContain(content.match(/^\+(.*)$/m)?.[1] ?? "");
  });

  test("needs at most ten files of the server, and has a client and tests", () => {
    const count = (start: string) => steps.filter(({ path }) => path.startsWith(start)).length;
    expect(count("src/")).toBeGreaterThan(0);
    expect(count("src/")).toBeLessThanOrEqual(10);
    for (const folder of ["web/client/", "test/api/", "web/component-tests/"])
      expect(count(folder), folder).toBeGreaterThan(0);
  });
});

describe("adding the lines of a diff", () => {
  test("puts each after the line above it", () => {
    expect(addLines("a\nb\nc\n", " a\n+1\n+2\n c\n+3\n")).toBe("a\n1\n2\nb\nc\n3\n");
  });

  test.each(["x", "b"])("fails if the line above it is there more than once, or not at all: %s", (above) => {
    expect(() => addLines("a\nb\nb\n", ` ${above}\n+1\n`)).toThrow("should be there once");
  });
});
