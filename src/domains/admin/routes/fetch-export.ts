import { route } from "../../../declare/route.ts";
import { ServerExport, viewExport } from "../../exports/index.ts";
import { requireServerRow } from "../actions/require-server.ts";

export const fetchAnyExportRoute = route({
  id: "admin_fetch_export",
  method: "GET",
  path: "/admin/servers/:target/export",
  summary: "Show how far the archive of a server is, or where it can be downloaded.",
  auth: "operator",
  limit: { bucket: "admin" },
  reply: ServerExport,
  errors: ["NotFound"],
  handle: async ({ params, caller, db, fail }) =>
    viewExport(db, await requireServerRow(db, params.target, fail), caller.userId),
});
