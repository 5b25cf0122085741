import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { resendVerification } from "../actions/email.ts";
import { EmailRequestBody } from "../model.ts";

export const resendVerificationRoute = route({
  id: "resend_verification_resend_verification",
  method: "POST",
  path: "/auth/account/reverify",
  summary: "Send the verification mail again. The reply does not reveal whether the account exists.",
  auth: "none",
  limit: { bucket: "auth" },
  body: EmailRequestBody,
  reply: NoContent,
  errors: ["CaptchaFailed", "IncorrectData", "DisallowedContactSupport"],
  handleInSteps: ({ body, ...steps }) => resendVerification(steps, body),
});
