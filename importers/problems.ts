import { openSync } from "node:fs";
import { CommandError, type OutputRows } from "../src/declare/command.ts";

/** Something that an import cannot take along, or takes along in another form. */
export interface ImportProblem {
  /** One sentence for all of its kind, such as "The file is not in the export". */
  readonly problem: string;
  /** Where it is: a file and line, or the id of a record. */
  readonly where: string;
  readonly detail?: string;
}

interface Kind {
  count: number;
  readonly examples: string[];
}

const maxExamples = 3;

/** Collects what could not be taken: counts and a few examples in memory, each single one in a file if there is one. */
export class ImportProblems {
  readonly #kinds = new Map<string, Kind>();
  readonly #write: ((line: string) => void) | undefined;

  constructor(write?: (line: string) => void) {
    this.#write = write;
  }

  add(problem: ImportProblem): void {
    const { problem: name, where, detail } = problem;
    const kind = this.#kinds.get(name) ?? { count: 0, examples: [] };
    this.#kinds.set(name, kind);
    kind.count += 1;
    if (kind.examples.length < maxExamples)
      kind.examples.push(detail === undefined ? where : `${where} (${detail})`);
    this.#write?.(`${JSON.stringify(problem)}\n`);
  }

  get count(): number {
    return this.#kinds.values().reduce((sum, { count }) => sum + count, 0);
  }

  /** The most frequent first. */
  rows(): OutputRows {
    return [...this.#kinds]
      .map(([problem, { count, examples }]) => ({ problem, count, examples: examples.join(", ") }))
      .toSorted((one, other) => other.count - one.count);
  }
}

interface Report {
  write(line: string): void;
  close(): Promise<void>;
}

/** Creates the file that an operator has named for the list of every problem, one JSON object a line. */
export function createReport(path: string): Report {
  try {
    return openReport(path, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new CommandError(`${path} exists already: name another file with --report. Nothing was imported.`);
  }
}

/** Opens such a file, which only its owner can read; by default it replaces an earlier one. */
export function openReport(path: string, flags: "w" | "wx" = "w"): Report {
  const writer = Bun.file(openSync(path, flags, 0o600)).writer();
  return {
    write: (line) => void writer.write(line),
    async close() {
      await writer.end();
    },
  };
}
