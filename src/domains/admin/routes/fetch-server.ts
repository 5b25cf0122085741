import { route } from "../../../declare/route.ts";
import { requireServerRow } from "../actions/require-server.ts";
import { viewServer } from "../actions/view-servers.ts";
import { AdminServer } from "../model.ts";

export const fetchAnyServerRoute = route({
  id: "admin_fetch_server",
  method: "GET",
  path: "/admin/servers/:target",
  summary: "Show a server.",
  auth: "operator",
  limit: { bucket: "admin" },
  reply: AdminServer,
  errors: ["NotFound"],
  handle: async ({ params, db, fail }) => viewServer(db, await requireServerRow(db, params.target, fail)),
});
