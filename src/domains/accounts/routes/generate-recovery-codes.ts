import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { generateRecoveryCodes } from "../actions/recovery-codes.ts";

export const generateRecoveryCodesRoute = route({
  id: "generate_recovery_generate_recovery",
  method: "PATCH",
  path: "/auth/mfa/recovery",
  summary: "Generate ten new recovery codes, which replace the old ones.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  reply: Type.Array(Type.String(), { maxItems: 10 }),
  errors: [],
  handle: ({ caller, tx }) => generateRecoveryCodes(tx, caller.userId),
});
