import { isComponentTest } from "../../support/run/match-tests.ts";
import type { Journal } from "./journal.ts";
import type { Mutant } from "./mutations.ts";
import { nearestFirst } from "./nearest-tests.ts";
import { needsPostgres, pagesTest, type TestSetting } from "./test-settings.ts";

/** Tests of one setting that are to be run on a mutant next. */
export interface Trial {
  readonly number: number;
  readonly mutant: Mutant;
  readonly setting: TestSetting;
  readonly files: readonly string[];
}

interface TestFile {
  readonly setting: TestSetting;
  readonly file: string;
}

/** The nearest tests catch most mutants, so a few are run first, and more only if they pass. */
const trialSizes = [2, 8, 16];
const maxTogether = 6;

/** Which test files reach which mutants, and so can notice them. */
export class Reach {
  readonly #mutants: readonly Mutant[];
  readonly #journal: Journal;
  readonly #maxTests: number;

  constructor(mutants: readonly Mutant[], journal: Journal, maxTests: number) {
    this.#mutants = mutants;
    this.#journal = journal;
    this.#maxTests = maxTests;
  }

  /** How many files reach a mutant. */
  count(number: number): number {
    return this.#testsOf(number).length;
  }

  /** What to run next on a mutant; undefined if all of it has passed. */
  next(number: number): Trial | undefined {
    const mutant = this.#mutants[number];
    const done = this.#journal.outcomes.get(number)?.tests ?? 0;
    const left = this.#testsOf(number).slice(done, this.#maxTests);
    const [first] = left;
    if (!mutant || !first) return undefined;
    // Processes for tests of components have a document, and those of other settings another environment.
    const isOther = ({ setting, file }: TestFile) =>
      setting !== first.setting || isComponentTest(file) !== isComponentTest(first.file);
    const end = left.findIndex(isOther);
    const size = trialSizes.find((_, at) => sum(trialSizes.slice(0, at + 1)) > done) ?? trialSizes.at(-1);
    const files = left.slice(0, end === -1 ? size : Math.min(end, size ?? end)).map(({ file }) => file);
    return { number, mutant, setting: first.setting, files };
  }

  /**
   * The first of the trials, and others that can run at the same time: no test of one reaches the mutant of another, so that
   * each failure tells which mutant it has caught.
   */
  together(trials: readonly Trial[]): Trial[] {
    const [first, ...others] = trials;
    if (!first) return [];
    const group = [first];
    const reaches = (trial: Trial, { number, mutant }: Trial) =>
      mutant.runsAtLoad || trial.files.some((file) => this.#reached(trial.setting, file).has(number));
    for (const other of others) {
      if (group.length === maxTogether) break;
      const fits = (trial: Trial) =>
        trial.setting === other.setting &&
        isComponentTest(trial.files[0] ?? "") === isComponentTest(other.files[0] ?? "") &&
        trial.mutant.file !== other.mutant.file &&
        !reaches(trial, other) &&
        !reaches(other, trial);
      if (group.every(fits)) group.push(other);
    }
    return group;
  }

  #testsOf(number: number): TestFile[] {
    const mutant = this.#mutants[number];
    if (!mutant) return [];
    const inSetting = (setting: TestSetting) => {
      const files = this.#journal.reach
        .filter((line) => line.setting === setting)
        .flatMap(({ reached }) => Object.keys(reached))
        // Which of the tests of one process would have loaded the file is not known.
        .filter((file) => mutant.runsAtLoad || this.#reached(setting, file).has(number));
      return nearestOf(mutant, files).map((file) => ({ setting, file }));
    };
    const sqlite = inSetting("sqlite");
    if (!needsPostgres(mutant.file) && sqlite.length > 0) return sqlite;
    return [...(["postgres", "cluster", "redis"] as const).flatMap(inSetting), ...sqlite];
  }

  #reached(setting: TestSetting, file: string): Set<number> {
    const line = this.#journal.reach.find((each) => each.setting === setting && file in each.reached);
    return new Set(line?.reached[file]);
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

function nearestOf({ file }: Mutant, files: readonly string[]): string[] {
  const nearest = nearestFirst(file, files);
  if (!nearest.includes(pagesTest)) return nearest;
  const others = nearest.filter((test) => test !== pagesTest);
  return [...others.slice(0, 2), pagesTest, ...others.slice(2)];
}
