import { route } from "../../../declare/route.ts";
import { requestExport, ServerExport } from "../../exports/index.ts";
import { requireServerRow } from "../actions/require-server.ts";

export const requestAnyExportRoute = route({
  id: "admin_request_export",
  method: "POST",
  path: "/admin/servers/:target/export",
  summary: "Ask for an archive of a server. It replaces the one before.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "export server",
  reply: ServerExport,
  errors: ["NotFound", "InvalidOperation"],
  handle: async ({ params, tx, fail }) =>
    requestExport(tx, (await requireServerRow(tx, params.target, fail)).id),
});
