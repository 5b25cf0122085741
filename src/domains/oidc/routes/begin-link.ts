import { route } from "../../../declare/route.ts";
import { HostHeader } from "../../accounts/index.ts";
import { begin } from "../actions/begin-for-account.ts";
import { FlowAddress } from "../model.ts";

export const beginLinkRoute = route({
  id: "oidc_begin_link",
  method: "POST",
  path: "/auth/oidc/:provider/link",
  summary: "Begin to link an identity of a provider to the caller's account.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  headers: HostHeader,
  reply: FlowAddress,
  errors: ["InvalidToken", "NotFound", "ProviderUnreachable"],
  handleInSteps: ({ params, caller, headers, ...steps }) =>
    begin(steps, {
      providerId: params.provider,
      purpose: "link",
      accountId: caller.userId,
      host: headers.host,
    }),
});
