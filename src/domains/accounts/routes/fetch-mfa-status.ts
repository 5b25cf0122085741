import { route } from "../../../declare/route.ts";
import { viewMfaStatus } from "../actions/mfa.ts";
import { MfaStatus } from "../model.ts";
import { requireAccount } from "../store/accounts.ts";

export const fetchMfaStatusRoute = route({
  id: "fetch_status_fetch_status",
  method: "GET",
  path: "/auth/mfa",
  summary: "Fetch which MFA methods are enabled.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: MfaStatus,
  errors: [],
  handle: async ({ caller, db, services }) =>
    viewMfaStatus(await requireAccount(db, caller.userId), services),
});
