import { expect, test } from "bun:test";
import { matchTests, splitTestFiles } from "./split-test-files.ts";

const self = "./test/support/split-test-files.test.ts";

test("the parts hold every test file once", () => {
  const dealt = splitTestFiles(3).flat();
  expect(dealt).toContain(self);
  expect(dealt.toSorted()).toEqual(matchTests([]).files.toSorted());
  expect(new Set(dealt).size).toBe(dealt.length);
});

test.each(["test/support/split-test-files.test.ts", self, "test/support", "test/support/"])(
  "%s matches this file",
  (path) => {
    expect(matchTests([path, path])).toEqual({ files: [self], unmatched: [] });
  },
);

test("a path without test files is reported", () => {
  const paths = ["test/support/split-test-files.ts", "test/supp", "src/nowhere", "/", self];
  expect(matchTests(paths)).toEqual({ files: [self], unmatched: paths.slice(0, 4) });
});
