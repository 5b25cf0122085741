import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { destroyServer, MemberLeft, ServerDeleted } from "../../servers/index.ts";
import { requireServerRow } from "../actions/require-server.ts";

export const deleteAnyServerRoute = route({
  id: "admin_delete_server",
  method: "DELETE",
  path: "/admin/servers/:target",
  summary: "Delete a server with everything in it.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "servers delete",
  deletes: "server",
  reply: NoContent,
  errors: ["NotFound"],
  emits: [ServerDeleted, MemberLeft],
  handle: async ({ params, tx, fail }) => destroyServer(tx, await requireServerRow(tx, params.target, fail)),
});
