import { isComponentTest } from "../../support/run/match-tests.ts";
import type { Journal } from "./journal.ts";
import { type Mutant, withMarks } from "./mutations.ts";
import { secondsOf } from "./nearest-tests.ts";
import { readSource, SourceCopy } from "./source-copy.ts";
import { environmentOf, needsPostgres, pagesTest, type TestSetting, testsIn } from "./test-settings.ts";

interface ReachOptions {
  readonly mutants: readonly Mutant[];
  readonly journal: Journal;
  readonly isOver: () => boolean;
  readonly log: (line: string) => void;
}

/** Test files that run in one process, so that the program is loaded once for all. */
const filesInProcess = 30;
/** Files that take longer than this are run in processes of their own. */
const longSeconds = 8;
const inSetting = (setting: TestSetting) => ({
  env: environmentOf[setting],
  // Only with several workers are the hooks of `marks.ts` called for each file.
  options: ["--timeout", "60000", "--parallel=2", "--no-isolate"],
  maxMs: 900_000,
});

/**
 * Runs all tests on the unchanged source, with marks at the places of the mutants, and writes into the journal which test
 * files reach which place. False if there was no time for all.
 */
export async function findReach({ mutants, journal, isOver, log }: ReachOptions): Promise<boolean> {
  const settings: readonly TestSetting[] = mutants.some(({ file }) => needsPostgres(file))
    ? ["sqlite", "postgres", "cluster", "redis"]
    : ["sqlite"];
  const known = new Set(
    journal.reach.flatMap(({ setting, reached, failed }) =>
      [...Object.keys(reached), ...failed].map((file) => `${setting} ${file}`),
    ),
  );
  const portions = settings.flatMap((setting) => {
    const files = testsIn(setting).filter((file) => !known.has(`${setting} ${file}`));
    return portionsOf(files).map((portion) => ({ setting, portion }));
  });
  if (portions.length === 0) return true;
  using copy = new SourceCopy();
  const needsPages = !known.has(`sqlite ${pagesTest}`);
  // It also compares the sources themselves, so it must pass without marks.
  const areRight =
    needsPages && (await copy.test([pagesTest], { ...inSetting("sqlite"), options: [] })).passed;
  const byFile = Map.groupBy(mutants.entries(), ([, { file }]) => file);
  for (const [file, some] of byFile) copy.write(file, withMarks(readSource(file), new Map(some)));
  if (needsPages) {
    const { reached } = await copy.marks([pagesTest], inSetting("sqlite"));
    journal.add({
      setting: "sqlite",
      reached: areRight ? { [pagesTest]: reached.get(pagesTest) ?? [] } : {},
      failed: areRight ? [] : [pagesTest],
    });
  }
  for (const [index, { setting, portion }] of portions.entries()) {
    if (isOver()) return false;
    const run = (files: readonly string[]) => copy.marks(files, inSetting(setting));
    const { passed, failed, reached } = await run(portion);
    const suspects = passed ? [] : failed.length > 0 ? failed : portion;
    const failedAlone: string[] = [];
    for (const file of suspects) {
      const alone = await run([file]);
      if (!alone.passed) failedAlone.push(file);
      reached.set(file, alone.reached.get(file) ?? []);
    }
    const good = portion.filter((file) => !failedAlone.includes(file));
    journal.add({
      setting,
      reached: Object.fromEntries(good.map((file) => [file, reached.get(file) ?? []])),
      failed: failedAlone,
    });
    for (const file of failedAlone) log(`fails without a mutant, on ${setting}: ${file}`);
    log(`${index + 1} of ${portions.length} portions of test files looked at`);
  }
  return true;
}

function portionsOf(files: readonly string[]): string[][] {
  const long = files.filter((file) => secondsOf(file) > longSeconds);
  const short = files.filter((file) => !long.includes(file));
  const inProcess = (some: readonly string[]) =>
    Array.from({ length: Math.ceil(some.length / filesInProcess) }, (_, at) =>
      some.slice(at * filesInProcess, (at + 1) * filesInProcess),
    );
  return [
    ...inProcess(short.filter((file) => !isComponentTest(file))),
    ...inProcess(short.filter(isComponentTest)),
    ...long.map((file) => [file]),
  ];
}
