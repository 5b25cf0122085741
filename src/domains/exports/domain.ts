import type { Domain } from "../../declare/domain.ts";
import { exportServer } from "./commands/export-server.ts";
import { downloadArchiveEndpoint } from "./endpoints/download-archive.ts";
import { exportServerJob, sweepExportsJob } from "./jobs.ts";
import { deleteExportRoute } from "./routes/delete-export.ts";
import { fetchExportRoute } from "./routes/fetch-export.ts";
import { requestExportRoute } from "./routes/request-export.ts";

/** Servers as archives, which another host imports. */
export const exports: Domain = {
  name: "exports",
  routes: [requestExportRoute, fetchExportRoute, deleteExportRoute],
  endpoints: [downloadArchiveEndpoint],
  jobs: [exportServerJob, sweepExportsJob],
  commands: [exportServer],
};
