/** Loaded before the tests: writes down which test files run the places of which mutants. */
import { appendFileSync } from "node:fs";

const file = process.env.ERMINE_MUTANT_MARKS ?? "";
/** In a server or command that a test has started: the file of that test. */
const startedBy = process.env.ERMINE_MUTANT_TEST;
const reached = new Set<string>();

// So that the servers and commands that tests start write down theirs too.
process.env.BUN_OPTIONS = `--preload ${import.meta.path}`;
if (startedBy === undefined) {
  const { beforeAll } = await import("bun:test");
  beforeAll(() => {
    process.env.ERMINE_MUTANT_TEST = Bun.main;
  });
}

Object.assign(globalThis, {
  mutantIsReached(number: number) {
    const mark = `${number} ${startedBy ?? Bun.main}`;
    if (reached.has(mark)) return;
    reached.add(mark);
    appendFileSync(file, `${mark}\n`);
  },
});
