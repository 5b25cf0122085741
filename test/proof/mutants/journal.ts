import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { TestSetting } from "./test-settings.ts";

/** What decides which mutants are tried: a journal belongs to one of these. */
export interface Sample {
  readonly seed: number;
  readonly count: number;
  readonly below: string;
  /** Of the sources. */
  readonly digest: string;
}

/** Test files that were run on the unchanged source in this setting, with the numbers of the mutants that they reach. */
export interface ReachLine {
  readonly setting: TestSetting;
  readonly reached: Readonly<Record<string, readonly number[]>>;
  /** Those that fail without any mutant, and so cannot catch one. */
  readonly failed: readonly string[];
}

/** What became of a mutant, so far. */
export interface OutcomeLine {
  readonly mutant: number;
  /** The test file that failed; null if none did. */
  readonly caughtBy: string | null;
  /** How many test files were run, of those that reach it. */
  readonly tests: number;
  readonly reachedBy: number;
  /** Nothing more is to be tried. */
  readonly isOver: boolean;
}

type Line = Sample | ReachLine | OutcomeLine;

/** What is known of the mutants of a sample, kept in a file, so that a run can be interrupted and continued. */
export class Journal {
  readonly reach: ReachLine[] = [];
  readonly outcomes = new Map<number, OutcomeLine>();
  readonly #path: string | undefined;

  constructor(sample: Sample, path?: string) {
    this.#path = path;
    const lines = path !== undefined && existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
    const [first = sample, ...rest] = lines.map((line): Line => JSON.parse(line));
    if (JSON.stringify(first) !== JSON.stringify(sample))
      throw new Error(
        `${path} has the results of another sample, or of other sources: ${JSON.stringify(first)}`,
      );
    if (lines.length === 0) this.#append(sample);
    for (const line of rest) this.#take(line);
  }

  add(line: ReachLine | OutcomeLine): void {
    this.#append(line);
    this.#take(line);
  }

  #take(line: Line): void {
    if ("mutant" in line) this.outcomes.set(line.mutant, line);
    else if ("setting" in line) this.reach.push(line);
  }

  #append(line: Line): void {
    if (this.#path !== undefined) appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}
