import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { methodsOf } from "../actions/mfa.ts";
import { MfaMethod } from "../model.ts";
import { requireAccount } from "../store/accounts.ts";

export const fetchMfaMethodsRoute = route({
  id: "get_mfa_methods_get_mfa_methods",
  method: "GET",
  path: "/auth/mfa/methods",
  summary: "List the MFA methods that the account accepts.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: Type.Array(MfaMethod, { maxItems: 3 }),
  errors: [],
  async handle({ caller, db, services }) {
    return methodsOf(await requireAccount(db, caller.userId), services);
  },
});
