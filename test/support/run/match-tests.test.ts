import { expect, test } from "bun:test";
import { isComponentTest, matchTests } from "./match-tests.ts";

const self = "./test/support/run/match-tests.test.ts";

test("tests of components are told from others, which need no document", () => {
  const { files } = matchTests([]);
  const components = files.filter(isComponentTest);
  expect(components).toContain("./web/component-tests/composer.test.ts");
  expect(components).not.toContain(self);
  expect(new Set(files).size).toBe(files.length);
});

test.each(["test/support/run/match-tests.test.ts", self])("%s matches this file", (path) => {
  expect(matchTests([path, path])).toEqual({ files: [self], unmatched: [] });
});

test.each(["test/support", "test/support/"])("%s matches the files in it, each once", (path) => {
  const { files, unmatched } = matchTests([path, path]);
  expect(files).toContain(self);
  expect(files.every((file) => file.startsWith("./test/support/"))).toBe(true);
  expect([new Set(files).size, unmatched]).toEqual([files.length, []]);
});

test("a name matches the folders and files that have it", () => {
  const { files, unmatched } = matchTests(["composer"]);
  expect(files).toEqual(
    expect.arrayContaining(["./test/web/composer.test.ts", "./web/component-tests/composer.test.ts"]),
  );
  expect(files.filter((file) => !/\/composer(\/|\.test\.ts$)/.test(file))).toEqual([]);
  expect(unmatched).toEqual([]);
});

test("a path without test files is reported", () => {
  const paths = ["test/support/run/match-tests.ts", "test/supp", "src/nowhere", "/", self];
  expect(matchTests(paths)).toEqual({ files: [self], unmatched: paths.slice(0, 4) });
});
