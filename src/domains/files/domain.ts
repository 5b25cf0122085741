import type { Domain } from "../../declare/domain.ts";
import { fileCommands } from "./commands/files.ts";
import { serveOriginal } from "./endpoints/serve-original.ts";
import { servePreview } from "./endpoints/serve-preview.ts";
import { serviceRoot } from "./endpoints/service-root.ts";
import { uploadFile } from "./endpoints/upload-file.ts";
import { deleteBlobs, sweepFiles, sweepLooseBlobs } from "./jobs.ts";

export const files: Domain = {
  name: "files",
  endpoints: [serviceRoot, uploadFile, servePreview, serveOriginal],
  jobs: [deleteBlobs, sweepFiles, sweepLooseBlobs],
  commands: fileCommands,
};
