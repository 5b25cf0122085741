import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { HostHeader } from "../../accounts/index.ts";
import { begin } from "../actions/begin-for-account.ts";
import { FlowAddress } from "../model.ts";
import { FlowPage } from "../rules/flow-page.ts";

export const beginConfirmationRoute = route({
  id: "oidc_begin_confirmation",
  method: "POST",
  path: "/auth/oidc/:provider/confirm",
  summary: "Begin to prove at a provider who the caller is, for an MFA ticket in place of a password.",
  auth: "session",
  limit: { bucket: "auth" },
  headers: HostHeader,
  query: Type.Object({
    page: Type.Optional(Type.With(FlowPage, { description: "The page to return to; the client if absent." })),
  }),
  reply: FlowAddress,
  errors: ["NotFound", "ProviderUnreachable"],
  handleInSteps: ({ params, query, caller, headers, ...steps }) =>
    begin(steps, {
      providerId: params.provider,
      purpose: "confirm",
      page: query.page,
      accountId: caller.userId,
      host: headers.host,
    }),
});
