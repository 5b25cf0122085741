import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { unlink } from "../actions/identities.ts";

export const unlinkRoute = route({
  id: "oidc_unlink",
  method: "DELETE",
  path: "/auth/oidc/identities/:identity",
  summary: "Remove an identity from the caller's account.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth_delete" },
  reply: NoContent,
  errors: ["InvalidToken", "NotFound", "LastSignIn"],
  handle: ({ tx, caller, params }) => unlink(tx, caller, params.identity),
});
