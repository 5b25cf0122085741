/** What other domains and layers may use of exports. */
export { removeExport } from "./actions/remove-export.ts";
export { requestExport, viewExport } from "./actions/server-exports.ts";
export {
  ArchiveCounts,
  type ArchiveLine,
  ArchiveManifest,
  type ArchivePart,
  archiveFormat,
  archiveLines,
  entryNames,
  kindOfEntry,
} from "./archive-model.ts";
export { ServerExport } from "./model.ts";
