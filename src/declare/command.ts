import type { ErrorName, Fail } from "../protocol/error.ts";
import type { Services } from "../store/services.ts";
import type { AnyTx, Reader } from "../store/tx.ts";

/** What a command prints: rows of a table, or one line when there is nothing to tabulate. */
export type Output = readonly Readonly<Record<string, string | number | boolean | null>>[] | string;

export interface CommandContext {
  readonly services: Services;
  /** Positional arguments, as many as `usage` names. */
  readonly args: readonly string[];
  /** Options given as `--name value`. */
  readonly options: Readonly<Record<string, string | undefined>>;
  readonly fail: Fail<ErrorName>;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: AnyTx) => Promise<T>): Promise<T>;
}

/** Something the operator does from the command line, on the database directly. */
export interface Command {
  /** E.g. `["accounts", "create"]`. */
  readonly words: readonly string[];
  /** Names of the positional arguments. */
  readonly args: readonly string[];
  readonly options?: Readonly<Record<string, string>>;
  readonly doc: string;
  run(context: CommandContext): Promise<Output>;
}

/** A mistake of the person at the keyboard, told without a stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
