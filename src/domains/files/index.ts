/** What other domains and the interpreters may use of files. */
export { claimFile, releaseFile, releaseFiles, releaseFilesOf } from "./actions/claim-file.ts";
export { detectType } from "./rules/detect-type.ts";
export { readMatroskaSize } from "./rules/matroska.ts";
export { readMp4 } from "./rules/mp4.ts";
export type { Size } from "./rules/read-at.ts";
export type { FilesTables } from "./tables.ts";
