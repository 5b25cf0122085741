import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { membershipTarget } from "../../members/index.ts";
import { deleteOrLeaveServer } from "../actions/delete-server.ts";
import { MemberLeft, RoleDeleted, ServerDeleted } from "../events.ts";

export const deleteServerRoute = route({
  id: "server_delete_delete",
  method: "DELETE",
  path: "/servers/:target",
  summary: "Delete a server as its owner, or leave it as another member.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: membershipTarget("target"),
  query: Type.Object({
    leave_silently: Type.Optional(Type.Boolean({ description: "Leave without a system message." })),
  }),
  reply: NoContent,
  errors: [],
  emits: [ServerDeleted, MemberLeft, RoleDeleted],
  handle: ({ access, query, tx }) => deleteOrLeaveServer(tx, access, { silent: query.leave_silently }),
});
