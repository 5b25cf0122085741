import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { methodsOf } from "../actions/mfa.ts";
import { MfaMethod } from "../model.ts";
import { ownAccount } from "../store/accounts.ts";

export const fetchMfaMethodsRoute = route({
  id: "get_mfa_methods_get_mfa_methods",
  method: "GET",
  path: "/auth/mfa/methods",
  summary: "How one can prove who one is.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: Type.Array(MfaMethod),
  errors: [],
  async handle({ caller, db, services }) {
    return methodsOf(await ownAccount(db, caller), services);
  },
});
