import type { ErrorName, Fail } from "../protocol/error.ts";
import type { Services } from "../store/services.ts";
import type { AnyTx, Reader } from "../store/tx.ts";

export type OutputRows = readonly Readonly<Record<string, string | number | boolean | null>>[];

/** Rows, with a note for the operator, which goes to standard error. */
export interface CommandReport {
  readonly rows: OutputRows;
  readonly note: string;
  /** Whether the command ends with exit code 1. */
  readonly hasFailed?: boolean;
}

/** What a command prints: rows of a table, or text. */
export type Output = OutputRows | CommandReport | string;

/** What follows the words of a command. */
export interface CommandInput {
  /** Positional arguments, as many as `usage` names. */
  readonly args: readonly string[];
  /** Options given as `--name value`. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Options given as `--name` alone. */
  readonly flags: ReadonlySet<string>;
  /** Prints a line on standard error, while the command runs. */
  report(line: string): void;
}

export interface CommandContext extends CommandInput {
  readonly services: Services;
  /** Aborted once another process has got the locks of a command that needs a stopped server. */
  readonly signal: AbortSignal;
  readonly fail: Fail<ErrorName>;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: AnyTx) => Promise<T>): Promise<T>;
}

/** How a command is called. */
export interface CommandUsage {
  /** E.g. `["accounts", "create"]`. */
  readonly words: readonly string[];
  /** Names of the positional arguments. */
  readonly args: readonly string[];
  readonly options?: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
  readonly doc: string;
}

/** A command of the operator. It works on the database directly, whether or not a server runs. */
export interface Command extends CommandUsage {
  /** Whether it refuses to run beside a server, and keeps servers from starting. */
  readonly needsStoppedServer?: boolean;
  run(context: CommandContext): Promise<Output>;
}

/** A command that runs without the services of the server. */
export interface ProgramCommand extends CommandUsage {
  run(input: CommandInput): Promise<Output>;
}

/** A mistake of the operator, printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
