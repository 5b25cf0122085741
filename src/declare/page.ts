import { CommandError, type CommandInput, type Output, type OutputRows } from "./command.ts";

const defaultLimit = 50;
const maxLimit = 1_000;

/** The options of a command that prints a part of a list. */
export const pageOptions = {
  limit: `how many, 1 to ${maxLimit}; by default ${defaultLimit}`,
  after: "the last entry of the previous page; by default the list starts at the beginning",
};

export interface ListPage {
  readonly limit: number;
  /** Undefined for the first page. */
  readonly after: string | undefined;
}

/** Reads `pageOptions`. */
export function readPage({ options: { limit = `${defaultLimit}`, after } }: CommandInput): ListPage {
  const count = /^\d{1,4}$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > maxLimit) throw new CommandError(`--limit must be a number from 1 to ${maxLimit}`);
  return { limit: count, after };
}

/** A page of rows, which begin with what `--after` takes. Says how to get the next one if there may be one. */
export function pageOf(rows: OutputRows, { limit }: ListPage): Output {
  const [last] = Object.values(rows[limit - 1] ?? {});
  return last === undefined ? rows : { rows, note: `There may be more: --after ${last}` };
}
