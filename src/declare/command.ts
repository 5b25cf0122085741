import type { ErrorName, Fail } from "./error.ts";
import type { Services } from "./services.ts";
import type { AnyTx, Reader } from "./tx.ts";

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
  /** Positional arguments, as many as `usage` names, or more if its last one may be repeated. */
  readonly args: readonly string[];
  /** Options given as `--name value`. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Options given as `--name` alone. */
  readonly flags: ReadonlySet<string>;
  /** Whether standard output and standard error are a terminal, so that a person reads what is printed. */
  readonly isOnTerminal: boolean;
  /** Prints a line on standard error, while the command runs. */
  report(line: string): void;
}

interface ReadingContext extends CommandInput {
  readonly services: Services;
  /** Aborted once another process has got the locks of a command that needs a stopped server. */
  readonly signal: AbortSignal;
  readonly fail: Fail<ErrorName>;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
}

export interface CommandContext extends ReadingContext {
  /** The first transaction also records the command as an action of the operator. */
  write<T>(work: (tx: AnyTx) => Promise<T>): Promise<T>;
  /** Sets the target of the recorded action. Until then it is the first argument, as the operator gave it. */
  nameTarget(id: string): void;
  /** Adds to the details of the recorded action. */
  recordDetails(details: Readonly<Record<string, unknown>>): void;
}

/** How a command is called. */
export interface CommandUsage {
  /** E.g. `["accounts", "create"]`. */
  readonly words: readonly string[];
  /** Names of the positional arguments. */
  readonly args: readonly string[];
  /** Whether the last argument may be given several times. */
  readonly repeatsLast?: boolean;
  readonly options?: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
  readonly doc: string;
}

/** A command of the operator. It works on the database directly, whether or not a server runs. */
export type Command = ReadingCommand | ChangingCommand;

interface ReadingCommand extends CommandUsage {
  readonly isReadOnly: true;
  run(context: ReadingContext): Promise<Output>;
}

interface ChangingCommand extends CommandUsage {
  readonly isReadOnly?: false;
  /** Options whose values are not recorded. */
  readonly secretOptions?: readonly string[];
  /** Whether it refuses to run while a server runs, and keeps servers from starting. */
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
