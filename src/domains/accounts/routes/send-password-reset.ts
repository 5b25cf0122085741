import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { claimByEmail } from "../actions/claimed-account.ts";
import { sendPasswordReset } from "../actions/password.ts";
import { EmailRequestBody } from "../model.ts";

export const sendPasswordResetRoute = route({
  id: "send_password_reset_send_password_reset",
  method: "POST",
  path: "/auth/account/reset_password",
  summary: "Request a password-reset mail. The reply does not reveal whether the account exists.",
  auth: "none",
  limit: { bucket: "auth" },
  body: EmailRequestBody,
  reply: NoContent,
  errors: ["CaptchaFailed", "IncorrectData", "DisallowedContactSupport", "FeatureDisabled"],
  claimsAccount: async ({ body }) => claimByEmail(body.email),
  handleInSteps: ({ body, ...steps }) => sendPasswordReset(steps, body),
});
