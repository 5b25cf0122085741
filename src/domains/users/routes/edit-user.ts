import { route } from "../../../declare/route.ts";
import { editUser } from "../actions/edit-user.ts";
import { UserUpdated } from "../events.ts";
import { User, UserEdit } from "../model.ts";

export const editUserRoute = route({
  id: "edit_user_edit",
  method: "PATCH",
  path: "/users/:target",
  summary: "Edit the caller (`@me` or their id) or a bot of the caller.",
  auth: "user",
  limit: { bucket: "user_edit", by: "target" },
  body: UserEdit,
  reply: User,
  errors: ["NotPrivileged", "NotFound"],
  emits: [UserUpdated],
  handle: ({ params, body, caller, tx }) =>
    editUser(tx, { editorId: caller.userId, target: params.target, edit: body }),
});
