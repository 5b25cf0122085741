import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Journal } from "./journal.ts";
import type { Mutant } from "./mutations.ts";
import { Reach } from "./trials.ts";

const folder = mkdtempSync(join(tmpdir(), "ermine-journal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sample = { seed: 1, count: 4, below: "", digest: "a" };
const mutantIn = (file: string, runsAtLoad = false): Mutant => ({
  ...{ file, line: 1, start: 0, end: 1, original: "0", changed: "1" },
  runsAtLoad,
});
const mutants = [
  mutantIn("src/a.ts"),
  mutantIn("src/b.ts"),
  mutantIn("src/c.ts"),
  mutantIn("src/d.ts", true),
];
const reached = { "./src/a.test.ts": [0], "./src/b.test.ts": [1], "./src/both.test.ts": [0, 2] };

test("mutants are tried together if no test of one reaches another", () => {
  const journal = new Journal(sample);
  journal.add({ setting: "sqlite", reached, failed: [] });
  const reach = new Reach(mutants, journal, 9);
  const trials = [0, 1, 2, 3].flatMap((number) => reach.next(number) ?? []);
  expect(trials.map(({ files }) => files.length)).toEqual([2, 1, 1, 2]);
  expect(reach.together(trials).map(({ number }) => number)).toEqual([0, 1]);
  expect(reach.together(trials.slice(2)).map(({ number }) => number)).toEqual([2]);
});

test("after some tests have passed the others follow, also when the run was interrupted", () => {
  const path = join(folder, "journal");
  const before = new Journal(sample, path);
  before.add({ setting: "sqlite", reached, failed: [] });
  before.add({ mutant: 0, caughtBy: null, tests: 1, reachedBy: 2, isOver: false });
  const reach = new Reach(mutants, new Journal(sample, path), 9);
  expect(reach.next(0)?.files).toHaveLength(1);
  expect(new Reach(mutants, new Journal(sample, path), 1).next(0)).toBeUndefined();
});

test("a journal is not continued with another sample, or with other sources", () => {
  const path = join(folder, "other");
  new Journal(sample, path);
  expect(() => new Journal({ ...sample, digest: "b" }, path)).toThrow("has the results of another sample");
});
