import type { Domain } from "../../declare/domain.ts";
import { provide } from "../../declare/query-provider.ts";
import { PersonalDataOf, Statistics } from "../operators/index.ts";
import { fileCommands } from "./commands/files.ts";
import { serveOriginalEndpoint } from "./endpoints/serve-original.ts";
import { servePreviewEndpoint } from "./endpoints/serve-preview.ts";
import { serviceRootEndpoint } from "./endpoints/service-root.ts";
import { uploadFileEndpoint } from "./endpoints/upload-file.ts";
import { storedBytes } from "./gauges.ts";
import { deleteBlobs, sweepFiles, sweepOrphanedBlobs } from "./jobs.ts";
import { previewsInFlight } from "./resources.ts";
import { countFiles, personalFiles } from "./store/personal-files.ts";

/** Uploads, previews, serving, clean-up. */
export const files: Domain = {
  name: "files",
  endpoints: [serviceRootEndpoint, uploadFileEndpoint, servePreviewEndpoint, serveOriginalEndpoint],
  jobs: [deleteBlobs, sweepFiles, sweepOrphanedBlobs],
  commands: fileCommands,
  gauges: [storedBytes],
  resources: [previewsInFlight],
  providers: [provide(Statistics, countFiles), provide(PersonalDataOf, personalFiles)],
};
