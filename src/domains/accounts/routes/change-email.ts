import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input, NoContent, Token } from "../../../protocol/schema.ts";
import { changeEmail } from "../actions/email.ts";
import { Email, Password } from "../model.ts";

export const changeEmailRoute = route({
  id: "change_email_change_email",
  method: "PATCH",
  path: "/auth/account/change/email",
  summary:
    "Change the e-mail address. With mail configured, the change takes effect once the new address is verified.",
  auth: "session",
  limit: { bucket: "auth" },
  headers: Type.Object({
    "x-mfa-ticket": Type.Optional(
      Type.With(Token, { description: "A validated MFA ticket, if the account has no password." }),
    ),
  }),
  body: input("DataChangeEmail", "The new address and the current password.", {
    email: Email,
    current_password: Type.Optional(
      Type.With(Password, { description: "Needed if the account has a password." }),
    ),
  }),
  reply: NoContent,
  errors: [
    "IncorrectData",
    "DisallowedContactSupport",
    "InvalidCredentials",
    "InvalidToken",
    "UnverifiedAccount",
    "OperationFailed",
    "LockedOut",
  ],
  handleInSteps: ({ body, headers, caller, address, ...steps }) =>
    changeEmail(steps, caller, { ...body, ticket: headers["x-mfa-ticket"], address: address() }),
});
