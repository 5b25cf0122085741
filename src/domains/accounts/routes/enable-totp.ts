import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { totpSecretOf } from "../actions/mfa.ts";
import { MfaResponse } from "../model.ts";
import { isTotpValid } from "../rules/totp.ts";
import { ownAccount, updateAccount } from "../store/accounts.ts";

export const enableTotpRoute = route({
  id: "totp_enable_totp_enable",
  method: "PUT",
  path: "/auth/mfa/totp",
  summary: "Switch TOTP on, with a code made from the new secret.",
  auth: "session",
  limit: { bucket: "auth" },
  body: MfaResponse,
  reply: NoContent,
  errors: ["InvalidToken", "OperationFailed"],
  async handle({ body, caller, tx, services, fail }) {
    if (!("totp_code" in body)) throw fail("InvalidToken");
    const account = await ownAccount(tx, caller);
    const secret = totpSecretOf(account, services);
    if (secret === undefined) throw fail("OperationFailed");
    if (!isTotpValid(secret, body.totp_code, services.clock.now())) throw fail("InvalidToken");
    if (account.totp === "enabled") throw fail("OperationFailed");
    await updateAccount(tx, account.id, { totp: "enabled" });
  },
});
