import { endpoint } from "../../../declare/endpoint.ts";
import { serveArchive } from "../actions/serve-archive.ts";

export const downloadArchiveEndpoint = endpoint({
  id: "exports_download",
  method: "GET",
  path: "/exports/:server/:token",
  summary:
    "The archive of a server. The link is that of its ServerExport, and can be used once, for some minutes.",
  auth: "none",
  limit: { bucket: "any" },
  errors: ["NotFound"],
  handle: ({ params, ...call }) => serveArchive(call, params),
});
