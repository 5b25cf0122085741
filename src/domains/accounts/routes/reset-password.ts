import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { input, NoContent } from "../../../protocol/schema.ts";
import { resetPassword } from "../actions/password.ts";
import { AllSessionsDeleted } from "../events.ts";

export const resetPasswordRoute = route({
  id: "password_reset_password_reset",
  method: "PATCH",
  path: "/auth/account/reset_password",
  summary: "Set a new password with the code from the mail.",
  auth: "none",
  limit: { bucket: "auth" },
  body: input("DataPasswordReset", "The code and the new password.", {
    token: Type.String(),
    password: Type.String(),
    remove_sessions: Type.Optional(
      Type.Boolean({ default: false, description: "End all sessions as well." }),
    ),
  }),
  reply: NoContent,
  errors: ["InvalidToken", "ShortPassword", "CompromisedPassword"],
  emits: [AllSessionsDeleted],
  handleInSteps: ({ body, ...steps }) => resetPassword(steps, body),
});
