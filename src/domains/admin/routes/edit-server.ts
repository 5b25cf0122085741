import { route } from "../../../declare/route.ts";
import { ServerUpdated } from "../../members/index.ts";
import { MemberJoined, ServerJoined } from "../../servers/index.ts";
import { editAnyServer } from "../actions/edit-any-server.ts";
import { AdminServer, AdminServerEdit } from "../model.ts";

export const editAnyServerRoute = route({
  id: "admin_edit_server",
  method: "PATCH",
  path: "/admin/servers/:target",
  summary:
    "Give a server to another user, who becomes a member if need be, or change its flags and whether it is discoverable.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "servers edit",
  body: AdminServerEdit,
  reply: AdminServer,
  errors: ["NotFound", "InvalidOperation", "Banned"],
  emits: [ServerUpdated, MemberJoined, ServerJoined],
  handle: ({ params, body, tx }) => editAnyServer(tx, params.target, body),
});
