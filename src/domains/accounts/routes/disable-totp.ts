import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { updateAccount } from "../store/accounts.ts";

export const disableTotpRoute = route({
  id: "totp_disable_totp_disable",
  method: "DELETE",
  path: "/auth/mfa/totp",
  summary: "Switch TOTP off. Recovery codes stay.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth_delete" },
  reply: NoContent,
  errors: [],
  async handle({ caller, tx }) {
    await updateAccount(tx, caller.userId, { totp: "disabled", totp_secret_sealed: null });
  },
});
