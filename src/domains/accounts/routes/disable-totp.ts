import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { disableTotp } from "../actions/totp.ts";

export const disableTotpRoute = route({
  id: "totp_disable_totp_disable",
  method: "DELETE",
  path: "/auth/mfa/totp",
  summary: "Disable TOTP. Recovery codes stay.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth_delete" },
  reply: NoContent,
  errors: [],
  handle: ({ caller, tx }) => disableTotp(tx, caller.userId),
});
