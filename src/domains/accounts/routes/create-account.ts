import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { register } from "../actions/register.ts";
import { CreateAccountBody } from "../model.ts";

export const createAccountRoute = route({
  id: "create_account_create_account",
  method: "POST",
  path: "/auth/account/create",
  summary: "Register. With mail configured, the account must be verified before it can log in.",
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
  handleInSteps: ({ body, address, ...steps }) => register(steps, { ...body, ip: address() }),
});
