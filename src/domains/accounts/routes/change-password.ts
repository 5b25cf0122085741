import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input, NoContent, Token } from "../../../protocol/schema.ts";
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
  headers: Type.Object({
    "x-mfa-ticket": Type.Optional(
      Type.With(Token, { description: "A validated MFA ticket, if the account has no password." }),
    ),
  }),
  body: input("DataChangePassword", "The new and the current password.", {
    password: Password,
    current_password: Type.Optional(
      Type.With(Password, { description: "Needed if the account has a password." }),
    ),
    remove_sessions: Type.Optional(
      Type.Boolean({ default: true, description: "End the other sessions as well." }),
    ),
  }),
  reply: NoContent,
  errors: [
    "ShortPassword",
    "CompromisedPassword",
    "InvalidCredentials",
    "InvalidToken",
    "LockedOut",
    "FeatureDisabled",
  ],
  emits: [AllSessionsDeleted],
  handleInSteps: ({ body, headers, caller, address, ...steps }) =>
    changePassword(steps, caller, { ...body, ticket: headers["x-mfa-ticket"], address: address() }),
});
