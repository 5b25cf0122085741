import { expect, test } from "bun:test";
import { isComponentTest, matchTests, splitTestFiles } from "./split-test-files.ts";

const self = "./test/support/run/split-test-files.test.ts";

test("the groups hold every test file once, but those of components, which need a document", () => {
  const dealt = splitTestFiles(3).flat();
  expect(dealt).toContain(self);
  const { files } = matchTests([]);
  expect(files.filter(isComponentTest)).toContain("./web/component-tests/composer.test.ts");
  expect(dealt.toSorted()).toEqual(files.filter((file) => !isComponentTest(file)).toSorted());
  expect(new Set(dealt).size).toBe(dealt.length);
});

test("the groups end together, whatever follows them; files without a record count as the mean of such files", () => {
  const [slowest = "", slow = "", ...others] = matchTests([])
    .files.filter((file) => !isComponentTest(file))
    .map((file) => file.slice(2));
  const recorded = { cluster: 0, redis: 0, others: 2, files: { [slowest]: 300, [slow]: 100 } };
  const groups = splitTestFiles(3, [50, 30], recorded);
  const secondsOf = (file: string) => ({ [slowest]: 300, [slow]: 100 })[file.slice(2)] ?? 2;
  const ends = groups.map(
    (files, index) => files.reduce((sum, file) => sum + secondsOf(file), 0) + ([50, 30][index] ?? 0),
  );
  expect(others.length * 2).toBeGreaterThan(600);
  expect(Math.max(...ends) - Math.min(...ends)).toBeLessThanOrEqual(2);
});

test.each(["test/support/run/split-test-files.test.ts", self])("%s matches this file", (path) => {
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
  const paths = ["test/support/run/split-test-files.ts", "test/supp", "src/nowhere", "/", self];
  expect(matchTests(paths)).toEqual({ files: [self], unmatched: paths.slice(0, 4) });
});
