import { route } from "../../../declare/route.ts";
import { verifyEmail } from "../actions/email.ts";
import { VerifyReply } from "../model.ts";

export const verifyEmailRoute = route({
  id: "verify_email_verify_email",
  method: "POST",
  path: "/auth/account/verify/:code",
  summary: "Verify an e-mail address with the code from the mail.",
  auth: "none",
  limit: { bucket: "auth" },
  reply: VerifyReply,
  errors: ["InvalidToken"],
  handle: ({ params, tx }) => verifyEmail(tx, params.code),
});
