import { route } from "../../../declare/route.ts";
import { viewMfaStatus } from "../actions/mfa.ts";
import { MfaStatus } from "../model.ts";

export const fetchMfaStatusRoute = route({
  id: "fetch_status_fetch_status",
  method: "GET",
  path: "/auth/mfa",
  summary: "Fetch which MFA methods are enabled.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: MfaStatus,
  errors: [],
  handle: ({ caller, db }) => viewMfaStatus(db, caller.userId),
});
