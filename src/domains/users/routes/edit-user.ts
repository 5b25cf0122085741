import { route } from "../../../declare/route.ts";
import { editUser } from "../actions/edit-user.ts";
import { UserUpdated } from "../events.ts";
import { User, UserEdit } from "../model.ts";

export const editUserRoute = route({
  id: "edit_user_edit",
  method: "PATCH",
  path: "/users/:target",
  summary: "Edit oneself (`@me` or one's id), a bot of one's own or, being privileged, anybody.",
  auth: "user",
  limit: { bucket: "user_edit", by: "target" },
  body: UserEdit,
  reply: User,
  errors: ["NotPrivileged", "NotFound"],
  emits: [UserUpdated],
  handle: ({ params, body, caller, tx }) =>
    editUser(tx, { editorId: caller.userId, target: params.target, edit: body }),
});
