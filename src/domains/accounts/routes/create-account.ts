import { route } from "../../../declare/route.ts";
import { hashPassword } from "../../../platform/passwords.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { checkCaptcha, checkEmail, checkPassword, checkShield } from "../actions/guards.ts";
import { register } from "../actions/register.ts";
import { CreateAccountBody } from "../model.ts";

export const createAccountRoute = route({
  id: "create_account_create_account",
  method: "POST",
  path: "/auth/account/create",
  summary: "Register. With mail configured the account must be verified before it can log in.",
  auth: "none",
  limit: { bucket: "auth" },
  body: CreateAccountBody,
  reply: NoContent,
  errors: [
    "CaptchaFailed",
    "BlockedByShield",
    "IncorrectData",
    "DisallowedContactSupport",
    "ShortPassword",
    "CompromisedPassword",
    "MissingInvite",
    "InvalidInvite",
    "FeatureDisabled",
  ],
  async handleInSteps({ body, address, services, fail, write }) {
    if (services.config.registration === "closed") throw fail("FeatureDisabled", { feature: "registration" });
    await checkCaptcha({ services, fail }, body.captcha);
    await checkShield({ services, fail }, { email: body.email, ip: address() });
    checkEmail({ services, fail }, body.email);
    await checkPassword({ services, fail }, body.password);
    const passwordHash = await hashPassword(body.password, services.config.passwords);
    await write((tx) => register(tx, { email: body.email, passwordHash, invite: body.invite }));
  },
});
