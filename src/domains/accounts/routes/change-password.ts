import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input, NoContent } from "../../../protocol/schema.ts";
import { changePassword } from "../actions/password.ts";
import { AllSessionsDeleted } from "../events.ts";
import { Password } from "../model.ts";

export const changePasswordRoute = route({
  id: "change_password_change_password",
  method: "PATCH",
  path: "/auth/account/change/password",
  summary: "Change the password. Ends the other sessions, unless `remove_sessions` is false.",
  auth: "session",
  limit: { bucket: "auth" },
  body: input("DataChangePassword", "The new and the current password.", {
    password: Password,
    current_password: Password,
    remove_sessions: Type.Optional(
      Type.Boolean({ default: true, description: "End the other sessions as well." }),
    ),
  }),
  reply: NoContent,
  errors: ["ShortPassword", "CompromisedPassword", "InvalidCredentials", "LockedOut"],
  emits: [AllSessionsDeleted],
  handleInSteps: ({ body, caller, address, ...steps }) =>
    changePassword(steps, caller, { ...body, address: address() }),
});
