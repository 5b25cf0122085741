import { CommandError } from "../../../declare/command.ts";

export interface MoveProblem {
  readonly file: string | null;
  readonly key: string;
  readonly problem: string;
}

/** After so many failures of the storage in a row, the rest would fail as well. */
const maxFailures = 20;
const maxListed = 1_000;
const reportEveryMs = 5_000;

/** What a move of files has done so far, and when it gives up. */
export class MoveProgress {
  readonly problems: MoveProblem[] = [];
  readonly counts = { copied: 0, present: 0, bytes: 0 };
  readonly #report: (line: string) => void;
  #failed = 0;
  #failuresInRow = 0;
  #reportedAt = performance.now();

  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  /** How many problems there were, listed or not. */
  get failed(): number {
    return this.#failed;
  }

  add(outcome: "copied" | "present", bytes: number): void {
    this.#failuresInRow = 0;
    this.counts[outcome] += 1;
    this.counts.bytes += bytes;
    if (performance.now() - this.#reportedAt < reportEveryMs) return;
    this.#reportedAt = performance.now();
    const { copied, present, bytes: all } = this.counts;
    this.#report(`${copied} copied, ${present} there before, ${Math.round(all / 1e6)} MB verified`);
  }

  /** Returns whether the problem should be listed. */
  countProblem(): boolean {
    this.#failed += 1;
    return this.#failed <= maxListed;
  }

  /** Returns the result of the storage; throws once it has failed too often in a row. */
  countFailure(error: unknown): string {
    const message = error instanceof Error ? error.message : String(error);
    this.#failuresInRow += 1;
    if (this.#failuresInRow >= maxFailures)
      throw new CommandError(
        `The storage failed ${maxFailures} times in a row, the last time with: ${message}. Run this command again; it skips what has arrived.`,
      );
    return message;
  }
}
