import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { recoveryCodesOf } from "../actions/mfa.ts";
import { ownAccount } from "../store/accounts.ts";

export const fetchRecoveryCodesRoute = route({
  id: "fetch_recovery_fetch_recovery",
  method: "POST",
  path: "/auth/mfa/recovery",
  summary: "Show the recovery codes that are left.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  reply: Type.Array(Type.String()),
  errors: [],
  async handle({ caller, tx, services }) {
    return recoveryCodesOf(await ownAccount(tx, caller), services);
  },
});
