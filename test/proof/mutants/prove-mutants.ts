import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Random } from "../random.ts";
import { findReach } from "./find-reach.ts";
import { Journal, type OutcomeLine } from "./journal.ts";
import { type Mutant, mutantsOf } from "./mutations.ts";
import { runTrials } from "./run-trials.ts";
import { readSource, SourceCopy } from "./source-copy.ts";
import { Reach } from "./trials.ts";

export interface MutantOptions {
  readonly seed: number;
  readonly count: number;
  /** Only mutants in sources below this path; empty for all. */
  readonly below: string;
  /** How many test files are tried on a mutant at most: the nearest ones. */
  readonly maxTests: number;
  /** The file that keeps what is known, for a run that is continued later. */
  readonly journal: string | undefined;
  /** No new work is begun after this time. */
  readonly minutes: number;
  readonly log: (line: string) => void;
}

export type TriedMutant = Mutant & OutcomeLine;

const top = join(import.meta.dir, "../../..");
const sources = ["src/**/*.ts", "importers/**/*.ts", "web/client/src/model/**/*.ts"];

/** Changes the source in random places, and runs the tests that reach each place. `left` were not tried to the end. */
export async function proveMutants(options: MutantOptions): Promise<{ tried: TriedMutant[]; left: number }> {
  const { seed, count, below, maxTests, log } = options;
  const files = sources.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(top)]).sort();
  const all = files
    .filter((file) => file.startsWith(below) && !/\.test\.ts$|\/migrations\//.test(file))
    .flatMap((file) => mutantsOf(file, readSource(file)));
  const mutants = new Random(seed).shuffle(all).slice(0, count);
  log(`${mutants.length} of ${all.length} mutants`);
  const digest = Bun.hash(JSON.stringify(all)).toString(36);
  const journal = new Journal({ seed, count, below, digest }, options.journal);
  const end = Date.now() + options.minutes * 60_000;
  const isOver = () => Date.now() > end;
  if (await findReach({ mutants, journal, isOver, log }))
    await tryAll({ mutants, journal, reach: new Reach(mutants, journal, maxTests), isOver, log });
  const tried = mutants
    .flatMap((mutant, number) => {
      const outcome = journal.outcomes.get(number);
      return outcome?.isOver ? [{ ...mutant, ...outcome }] : [];
    })
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  return { tried, left: mutants.length - tried.length };
}

interface Trying extends Pick<MutantOptions, "log"> {
  readonly mutants: readonly Mutant[];
  readonly journal: Journal;
  readonly reach: Reach;
  readonly isOver: () => boolean;
}

async function tryAll({ mutants, journal, reach, isOver, log }: Trying): Promise<void> {
  const record = (number: number, tests: number, caughtBy: string | null) => {
    const reachedBy = reach.count(number);
    journal.add({ mutant: number, caughtBy, tests, reachedBy, isOver: caughtBy !== null });
    if (caughtBy !== null || reach.next(number)) return;
    journal.add({ mutant: number, caughtBy, tests, reachedBy, isOver: true });
  };
  for (const number of mutants.keys()) if (reach.count(number) === 0) record(number, 0, null);
  /** Those that were tried least are first. */
  const waiting = new Set(mutants.keys().filter((number) => !journal.outcomes.get(number)?.isOver));
  const lanes = Array.from({ length: Math.min(availableParallelism(), waiting.size) }, async () => {
    using copy = new SourceCopy();
    while (!isOver() && waiting.size > 0) {
      const trials = reach.together([...waiting].flatMap((number) => reach.next(number) ?? []));
      for (const { number } of trials) waiting.delete(number);
      const caught = await runTrials(copy, trials);
      for (const { number, mutant, files } of trials) {
        const tests = (journal.outcomes.get(number)?.tests ?? 0) + files.length;
        record(number, tests, caught.get(number) ?? null);
        const outcome = journal.outcomes.get(number);
        if (outcome?.isOver) log(describe(mutant, outcome));
        else waiting.add(number);
      }
    }
  });
  await Promise.all(lanes);
}

const describe = ({ file, line }: Mutant, { caughtBy }: OutcomeLine) =>
  `${file}:${line} ${caughtBy === null ? "SURVIVED" : `was caught by ${caughtBy}`}`;
