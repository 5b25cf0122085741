import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { storeRecoveryCodes } from "../actions/mfa.ts";
import { makeRecoveryCodes } from "../rules/recovery-codes.ts";

export const generateRecoveryCodesRoute = route({
  id: "generate_recovery_generate_recovery",
  method: "PATCH",
  path: "/auth/mfa/recovery",
  summary: "Make ten new recovery codes; the old ones die.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  reply: Type.Array(Type.String()),
  errors: [],
  async handle({ caller, tx }) {
    const codes = makeRecoveryCodes();
    await storeRecoveryCodes(tx, caller.userId, codes);
    return codes;
  },
});
