import type { CommandContext } from "../../src/declare/command.ts";
import type { ImportProblems } from "../problems.ts";

/** What the steps of an import share. */
export interface ImportContext extends Pick<CommandContext, "services" | "read" | "write" | "report"> {
  /** How users of the service are known in the table of imported users. */
  readonly source: string;
  readonly problems: ImportProblems;
  readonly isDryRun: boolean;
}

/** A file of an export, which is to be stored here under an id of its own. */
export interface ImportedContent {
  readonly id: string;
  readonly path: string;
  /** Where it is in the file at `path`; without one it is all of that file. */
  readonly range?: { readonly start: number; readonly end: number };
  readonly filename: string;
  /** Whether a server of ours has stored it before, so that images without private metadata stay as they are. */
  readonly isProcessed?: boolean;
}
