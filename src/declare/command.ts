import type { Config } from "../config/schema.ts";
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

/** Adds to the record of a command in the audit log, which has its words, arguments and options. */
export interface CommandRecord {
  /** Sets the target. Until then it is the first argument, as the operator gave it. */
  nameTarget(id: string): void;
  recordDetails(details: Readonly<Record<string, unknown>>): void;
}

export interface CommandContext extends ReadingContext, CommandRecord {
  /** The first transaction also records the command. */
  write<T>(work: (tx: AnyTx) => Promise<T>): Promise<T>;
}

/** The context of a command that opens the database itself, if it needs it. */
export interface StandaloneContext extends CommandInput, CommandRecord {
  /** Loads the configuration, and names it on standard error. */
  loadConfig(): Config;
  /** Keeps servers from the data directory and the database until the stack is disposed of; refuses while one runs. */
  lockStoppedServer(config: Config, opening: AsyncDisposableStack): Promise<AbortSignal>;
  /** Records the command, once it has done its work. */
  record(tx: Pick<AnyTx, "sql"> & Partial<Pick<AnyTx, "services">>): Promise<void>;
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
export type Command = ReadingCommand | ChangingCommand | StandaloneCommand;

interface ReadingCommand extends CommandUsage {
  readonly isReadOnly: true;
  readonly isStandalone?: false;
  run(context: ReadingContext): Promise<Output>;
}

interface ChangingCommand extends CommandUsage {
  readonly isReadOnly?: false;
  readonly isStandalone?: false;
  /** Options whose values are not recorded. */
  readonly secretOptions?: readonly string[];
  /** Whether it refuses to run while a server runs, and keeps servers from starting. */
  readonly needsStoppedServer?: boolean;
  run(context: CommandContext): Promise<Output>;
}

/** A command that needs no database, or opens one in a way of its own. */
export interface StandaloneCommand extends CommandUsage {
  readonly isStandalone: true;
  readonly isReadOnly?: false;
  run(context: StandaloneContext): Promise<Output>;
}

/** A mistake of the operator, printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
