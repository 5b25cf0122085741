import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { removeExport } from "../../exports/index.ts";
import { requireServerRow } from "../actions/require-server.ts";

export const deleteAnyExportRoute = route({
  id: "admin_delete_export",
  method: "DELETE",
  path: "/admin/servers/:target/export",
  summary: "Delete the archive of a server, or stop writing it.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "exports delete",
  reply: NoContent,
  errors: ["NotFound"],
  handle: async ({ params, tx, fail }) =>
    removeExport(tx, (await requireServerRow(tx, params.target, fail)).id),
});
