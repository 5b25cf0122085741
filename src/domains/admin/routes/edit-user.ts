import { route } from "../../../declare/route.ts";
import { UserUpdated } from "../../users/index.ts";
import { editAnyUser } from "../actions/edit-any-user.ts";
import { AdminUser, AdminUserEdit } from "../model.ts";

export const editAnyUserRoute = route({
  id: "admin_edit_user",
  method: "PATCH",
  path: "/admin/users/:target",
  summary: "Change the flags, badges or privileges of a user.",
  auth: "operator",
  limit: { bucket: "admin" },
  records: "users edit",
  body: AdminUserEdit,
  reply: AdminUser,
  errors: ["NotFound", "InvalidOperation"],
  emits: [UserUpdated],
  handle: ({ params, body, caller, tx }) => editAnyUser(tx, { target: params.target, edit: body, caller }),
});
