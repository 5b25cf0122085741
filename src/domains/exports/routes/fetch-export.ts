import { route } from "../../../declare/route.ts";
import { membershipTarget } from "../../members/index.ts";
import { assertOwner, viewExport } from "../actions/server-exports.ts";
import { ServerExport } from "../model.ts";

export const fetchExportRoute = route({
  id: "server_export_fetch",
  method: "GET",
  path: "/servers/:target/export",
  summary: "Show how far the archive of a server is, or where it can be downloaded, as its owner.",
  auth: "user",
  noBots: true,
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  reply: ServerExport,
  errors: ["NotOwner"],
  handle({ access, db, fail }) {
    assertOwner({ fail }, access);
    return viewExport(db, access.server);
  },
});
