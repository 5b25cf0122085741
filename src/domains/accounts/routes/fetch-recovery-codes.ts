import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { listRecoveryCodes } from "../actions/recovery-codes.ts";

export const fetchRecoveryCodesRoute = route({
  id: "fetch_recovery_fetch_recovery",
  method: "POST",
  path: "/auth/mfa/recovery",
  summary: "List the unused recovery codes.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  reply: Type.Array(Type.String(), { maxItems: 10 }),
  errors: [],
  handle: ({ caller, tx }) => listRecoveryCodes(tx, caller.userId),
});
