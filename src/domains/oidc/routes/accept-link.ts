import { route } from "../../../declare/route.ts";
import { input, Token } from "../../../protocol/schema.ts";
import { acceptLink } from "../actions/identities.ts";
import { Identity } from "../model.ts";

export const acceptLinkRoute = route({
  id: "oidc_accept_link",
  method: "POST",
  path: "/auth/oidc/identities",
  summary: "Link the identity that was just proved to the caller's account.",
  auth: "session",
  limit: { bucket: "auth" },
  body: input("DataLinkIdentity", "What the provider's return has brought.", { token: Token }),
  reply: Identity,
  errors: ["InvalidToken", "AlreadyLinked", "TooManyIdentities"],
  handleInSteps: ({ caller, body, ...steps }) => acceptLink(steps, caller, body.token),
});
