import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { checkCaptcha, checkEmail } from "../actions/guards.ts";
import { mailReset } from "../actions/mail-codes.ts";
import { EmailRequestBody } from "../model.ts";
import { normaliseEmail } from "../rules/email.ts";
import { findAccountByEmail } from "../store/accounts.ts";
import { writeDecoy } from "../store/decoys.ts";

export const sendPasswordResetRoute = route({
  id: "send_password_reset_send_password_reset",
  method: "POST",
  path: "/auth/account/reset_password",
  summary: "Ask for a password-reset mail. The answer does not tell whether the account exists.",
  auth: "none",
  limit: { bucket: "auth" },
  body: EmailRequestBody,
  reply: NoContent,
  errors: ["CaptchaFailed", "IncorrectData", "DisallowedContactSupport"],
  async handleInSteps({ body, services, fail, write }) {
    await checkCaptcha({ services, fail }, body.captcha);
    checkEmail({ services, fail }, body.email);
    await write(async (tx) => {
      const account = await findAccountByEmail(tx, normaliseEmail(body.email));
      if (!services.mail) return;
      if (account && account.verification !== "pending") await mailReset(tx, account, "reset");
      else await writeDecoy(tx, body.email);
    });
  },
});
