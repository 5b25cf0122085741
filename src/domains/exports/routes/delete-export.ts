import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { membershipTarget } from "../../members/index.ts";
import { removeExport } from "../actions/remove-export.ts";
import { assertOwner } from "../actions/server-exports.ts";

export const deleteExportRoute = route({
  id: "server_export_delete",
  method: "DELETE",
  path: "/servers/:target/export",
  summary: "Delete the archive of a server, or stop writing it, as its owner.",
  auth: "user",
  noBots: true,
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  reply: NoContent,
  errors: ["NotOwner"],
  handle({ access, tx, fail }) {
    assertOwner({ fail }, access);
    return removeExport(tx, access.server.id);
  },
});
