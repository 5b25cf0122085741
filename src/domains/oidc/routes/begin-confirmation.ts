import { route } from "../../../declare/route.ts";
import { begin, beginRequest } from "../actions/begin-for-account.ts";
import { FlowAddress } from "../model.ts";

export const beginConfirmationRoute = route({
  id: "oidc_begin_confirmation",
  method: "POST",
  path: "/auth/oidc/:provider/confirm",
  summary: "Begin to prove at a provider who the caller is, for an MFA ticket in place of a password.",
  auth: "session",
  limit: { bucket: "auth" },
  headers: beginRequest,
  reply: FlowAddress,
  errors: ["NotFound", "ProviderUnreachable"],
  handleInSteps: ({ params, caller, headers, ...steps }) =>
    begin(steps, {
      providerId: params.provider,
      purpose: "confirm",
      accountId: caller.userId,
      host: headers.host,
    }),
});
