import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input, NoContent, Token } from "../../../protocol/schema.ts";
import { claimOfReset } from "../actions/claimed-account.ts";
import { resetPassword } from "../actions/password.ts";
import { AllSessionsDeleted } from "../events.ts";
import { Password } from "../model.ts";

export const resetPasswordRoute = route({
  id: "password_reset_password_reset",
  method: "PATCH",
  path: "/auth/account/reset_password",
  summary:
    "Set a new password with the code from the mail or from an operator's recovery link, or with the ticket of a verification.",
  auth: "none",
  limit: { bucket: "auth" },
  body: input("DataPasswordReset", "The code and the new password.", {
    token: Type.With(Token, { description: "The code, or the token of a ticket that allows a login." }),
    password: Password,
    remove_sessions: Type.Optional(
      Type.Boolean({ default: true, description: "End all sessions as well; a recovery link always does." }),
    ),
  }),
  reply: NoContent,
  errors: ["InvalidToken", "ShortPassword", "CompromisedPassword", "FeatureDisabled"],
  claimsAccount: ({ body, db }) => claimOfReset(db, body.token),
  emits: [AllSessionsDeleted],
  handleInSteps: ({ body, ...steps }) => resetPassword(steps, body),
});
