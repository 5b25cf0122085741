import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { model } from "../../../protocol/schema.ts";
import { generateTotpSecret } from "../actions/totp.ts";

export const generateTotpSecretRoute = route({
  id: "totp_generate_secret_totp_generate_secret",
  method: "POST",
  path: "/auth/mfa/totp",
  summary: "Generate a TOTP secret. It takes effect once TOTP is enabled with a code made from it.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  reply: model("ResponseTotpSecret", "The secret, in base32.", { secret: Type.String() }),
  errors: ["OperationFailed"],
  async handle({ caller, tx }) {
    return { secret: await generateTotpSecret(tx, caller.userId) };
  },
});
