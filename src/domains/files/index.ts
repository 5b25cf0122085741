/** What other domains and the interpreters may use of files. */
export { claimFile, releaseFile, releaseFilesOf } from "./actions/claim-file.ts";
export type { FilesTables } from "./tables.ts";
