import { route } from "../../../declare/route.ts";
import { input, NoContent } from "../../../protocol/schema.ts";
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
  body: input("DataChangeEmail", "The new address and the current password.", {
    email: Email,
    current_password: Password,
  }),
  reply: NoContent,
  errors: [
    "IncorrectData",
    "DisallowedContactSupport",
    "InvalidCredentials",
    "UnverifiedAccount",
    "OperationFailed",
    "LockedOut",
  ],
  handleInSteps: ({ body, caller, address, ...steps }) =>
    changeEmail(steps, caller, { ...body, address: address() }),
});
