import type { ErrorName, Fail } from "../protocol/error.ts";
import type { Services } from "../store/services.ts";
import type { AnyTx, Reader } from "../store/tx.ts";

/** What a command prints: rows of a table, or one line of text. */
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

/** A command of the operator. It works on the database directly, whether or not a server runs. */
export interface Command {
  /** E.g. `["accounts", "create"]`. */
  readonly words: readonly string[];
  /** Names of the positional arguments. */
  readonly args: readonly string[];
  readonly options?: Readonly<Record<string, string>>;
  readonly doc: string;
  run(context: CommandContext): Promise<Output>;
}

/** A mistake of the operator, printed without a stack trace. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
