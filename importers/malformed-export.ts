import { CommandError } from "../src/declare/command.ts";

/** The first thing in an export that is not as it should be; nothing is imported then. */
export class MalformedExport extends CommandError {
  constructor(file: string, line: number | undefined, problem: string) {
    super(`${file}${line === undefined ? "" : `:${line}`}: ${problem}. Nothing was imported.`);
  }
}
