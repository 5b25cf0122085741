/** Loaded before the tests: writes down which places of mutants are run. */
import { appendFileSync } from "node:fs";

const file = process.env.ERMINE_MUTANT_MARKS ?? "";
// So that the servers and commands that tests start write down theirs too.
process.env.BUN_OPTIONS = `--preload ${import.meta.path}`;
const reached = new Set<number>();

Object.assign(globalThis, {
  mutantIsReached(number: number) {
    if (reached.has(number)) return;
    reached.add(number);
    appendFileSync(file, `${number}\n`);
  },
});
