import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input, NoContent } from "../../../protocol/schema.ts";
import { changePassword } from "../actions/password.ts";

export const changePasswordRoute = route({
  id: "change_password_change_password",
  method: "PATCH",
  path: "/auth/account/change/password",
  summary: "Change the password. Sessions stay logged in.",
  auth: "session",
  limit: { bucket: "auth" },
  body: input("DataChangePassword", "The new and the current password.", {
    password: Type.String(),
    current_password: Type.String(),
  }),
  reply: NoContent,
  errors: ["ShortPassword", "CompromisedPassword", "InvalidCredentials"],
  handleInSteps: ({ body, caller, ...steps }) => changePassword(steps, caller.userId, body),
});
