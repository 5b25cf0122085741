import { route } from "../../../declare/route.ts";
import { recoveryCodesOf } from "../actions/mfa.ts";
import { MfaStatus } from "../model.ts";
import { ownAccount } from "../store/accounts.ts";

export const fetchMfaStatusRoute = route({
  id: "fetch_status_fetch_status",
  method: "GET",
  path: "/auth/mfa",
  summary: "Which second factors are on.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: MfaStatus,
  errors: [],
  async handle({ caller, db, services }) {
    const account = await ownAccount(db, caller);
    return {
      email_otp: false,
      trusted_handover: false,
      email_mfa: false,
      totp_mfa: account.totp === "enabled",
      security_key_mfa: false,
      recovery_active: recoveryCodesOf(account, services).length > 0,
    };
  },
});
