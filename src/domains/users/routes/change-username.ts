import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input } from "../../../protocol/schema.ts";
import { changeUsername, renameErrors } from "../actions/rename-user.ts";
import { UserUpdated } from "../events.ts";
import { User, Username } from "../model.ts";

export const changeUsernameRoute = route({
  id: "change_username_change_username",
  method: "PATCH",
  path: "/users/@me/username",
  summary: "Change the username of the caller.",
  auth: "user",
  limit: { bucket: "user_edit", resource: "@me" },
  body: input("DataChangeUsername", "The new name, and the password.", {
    username: Username,
    password: Type.String({ minLength: 8, maxLength: 1024 }),
  }),
  reply: User,
  errors: ["InvalidSession", "InvalidCredentials", ...renameErrors],
  emits: [UserUpdated],
  handleInSteps: ({ body, caller, read, write, fail }) => changeUsername({ caller, read, write, fail }, body),
});
