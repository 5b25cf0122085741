import { route } from "../../../declare/route.ts";
import { countMembers } from "../../servers/index.ts";
import { requireServerRow } from "../actions/require-server.ts";
import { AdminServer } from "../model.ts";
import { serverView } from "../rules/views.ts";

export const fetchAnyServerRoute = route({
  id: "admin_fetch_server",
  method: "GET",
  path: "/admin/servers/:target",
  summary: "Show a server.",
  auth: "operator",
  limit: { bucket: "admin" },
  reply: AdminServer,
  errors: ["NotFound"],
  handle: async ({ params, db, fail }) =>
    serverView(await requireServerRow(db, params.target, fail), await countMembers(db, params.target)),
});
