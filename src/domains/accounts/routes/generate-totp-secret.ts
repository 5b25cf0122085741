import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { model } from "../../../protocol/schema.ts";
import { storeTotpSecret } from "../actions/mfa.ts";
import { makeTotpSecret } from "../rules/totp.ts";
import { ownAccount } from "../store/accounts.ts";

export const generateTotpSecretRoute = route({
  id: "totp_generate_secret_totp_generate_secret",
  method: "POST",
  path: "/auth/mfa/totp",
  summary: "Make a TOTP secret. It takes effect once a code made from it is shown.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  reply: model("ResponseTotpSecret", "The secret, in base32.", { secret: Type.String() }),
  errors: ["OperationFailed"],
  async handle({ caller, tx, fail }) {
    const account = await ownAccount(tx, caller);
    if (account.totp === "enabled") throw fail("OperationFailed");
    const secret = makeTotpSecret();
    await storeTotpSecret(tx, account.id, secret);
    return { secret };
  },
});
