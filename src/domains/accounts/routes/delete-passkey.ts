import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { removePasskey } from "../actions/passkeys.ts";

export const deletePasskeyRoute = route({
  id: "delete_passkey",
  method: "DELETE",
  path: "/auth/passkeys/:passkey",
  summary:
    "Remove a passkey of the caller. With the last one, no passkey is needed after the password any more.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth_delete" },
  reply: NoContent,
  errors: ["InvalidToken", "NotFound", "LastSignIn"],
  handle: ({ caller, params, tx }) => removePasskey(tx, { passkeyId: params.passkey, userId: caller.userId }),
});
