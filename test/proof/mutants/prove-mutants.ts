import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { matchTests } from "../../support/run/match-tests.ts";
import timings from "../../support/run/timings.json" with { type: "json" };
import type { Random } from "../random.ts";
import { type Mutant, mutantsOf, withMarks, withMutant } from "./mutations.ts";
import { SourceCopy } from "./source-copy.ts";

export interface MutantOptions {
  readonly random: Random;
  readonly count: number;
  /** Only mutants in sources below this path; empty for all. */
  readonly below: string;
  /** The tests to choose from. */
  readonly tests?: readonly string[];
  readonly log: (line: string) => void;
}

export interface TestedMutant extends Mutant {
  /** The test file that failed; undefined if none did. */
  readonly caughtBy: string | undefined;
  /** How many test files run its place. */
  readonly reachedBy: number;
}

const top = join(import.meta.dir, "../../..");
const sources = ["src/**/*.ts", "web/client/src/model/**/*.ts"];
/** Browsers load the built client, in which no mark is seen, and take long. */
const needsBrowser = /^\.\/test\/(web|web-pages|screenshots)\//;

/** Changes the source in random places, one at a time, and runs the tests that reach each place. */
export async function proveMutants({
  random,
  count,
  below,
  log,
  tests = matchTests([]).files,
}: MutantOptions): Promise<TestedMutant[]> {
  const files = sources.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(top)]).sort();
  const all = files
    .filter((file) => file.startsWith(below) && !/\.test\.ts$|\/migrations\//.test(file))
    .flatMap((file) => mutantsOf(file, read(file)));
  const mutants = random.shuffle(all).slice(0, count);
  log(`${mutants.length} of ${all.length} mutants`);
  const reached = await findReach(
    mutants,
    tests.filter((file) => !needsBrowser.test(file)),
    log,
  );
  const tested: TestedMutant[] = [];
  await inCopies([...mutants.entries()], async (copy, [number, mutant]) => {
    const result = await testMutant(copy, mutant, reached.get(number) ?? []);
    tested.push(result);
    if (!result.caughtBy)
      log(`survived: ${mutant.file}:${mutant.line} ${mutant.original} → ${mutant.changed}`);
    if (tested.length % 20 === 0) log(`${tested.length} tested`);
  });
  return tested.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/** The test files that run the place of each mutant, fastest first. */
async function findReach(
  mutants: readonly Mutant[],
  tests: readonly string[],
  log: (line: string) => void,
): Promise<Map<number, string[]>> {
  const byFile = Map.groupBy(mutants.entries(), ([, { file }]) => file);
  const reached = new Map<number, string[]>();
  const folder = mkdtempSync(join(tmpdir(), "ermine-marks-"));
  let done = 0;
  await inCopies(
    tests.toSorted((a, b) => secondsOf(b) - secondsOf(a)),
    async (copy, file) => {
      const marks = join(folder, file.replaceAll("/", "_"));
      await copy.test(file, 600_000, marks);
      const numbers = existsSync(marks) ? readFileSync(marks, "utf8").trim().split("\n").map(Number) : [];
      for (const number of new Set(numbers)) reached.set(number, [...(reached.get(number) ?? []), file]);
      if (++done % 50 === 0) log(`${done} of ${tests.length} test files looked at`);
    },
    (copy) => {
      for (const [file, some] of byFile) copy.write(file, withMarks(read(file), new Map(some)));
    },
  );
  rmSync(folder, { recursive: true, force: true });
  const bySpeed = ([number, found]: [number, string[]]): [number, string[]] => {
    const file = mutants[number]?.file ?? "";
    // Tests next to the source first, then the fast ones.
    const distance = (test: string) =>
      test.startsWith(`./${file.slice(0, file.lastIndexOf("/"))}`) ? 0 : secondsOf(test);
    return [number, found.toSorted((a, b) => distance(a) - distance(b))];
  };
  return new Map([...reached].map(bySpeed));
}

async function testMutant(copy: SourceCopy, mutant: Mutant, tests: readonly string[]): Promise<TestedMutant> {
  copy.write(mutant.file, withMutant(read(mutant.file), mutant));
  try {
    for (const file of tests) {
      if (!(await copy.test(file, 60_000 + 10_000 * secondsOf(file))))
        return { ...mutant, caughtBy: file, reachedBy: tests.length };
    }
    return { ...mutant, caughtBy: undefined, reachedBy: tests.length };
  } finally {
    copy.restore(mutant.file);
  }
}

/** Works through the items with a copy of the repository for each core. */
async function inCopies<T>(
  items: readonly T[],
  work: (copy: SourceCopy, item: T) => Promise<void>,
  prepare: (copy: SourceCopy) => void = () => {},
): Promise<void> {
  const queue = [...items];
  const lanes = Array.from({ length: availableParallelism() }, async () => {
    using copy = new SourceCopy();
    prepare(copy);
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(copy, item);
  });
  await Promise.all(lanes);
}

/** How long a test file takes. */
function secondsOf(file: string): number {
  const recorded: Readonly<Record<string, number>> = timings.files;
  return (recorded[file.replace("./", "")] ?? 500) / 1_000;
}

const read = (file: string): string => readFileSync(join(top, file), "utf8");
