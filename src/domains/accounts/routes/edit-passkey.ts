import { route } from "../../../declare/route.ts";
import { renamePasskey } from "../actions/passkeys.ts";
import { EditPasskeyBody, Passkey } from "../passkey-model.ts";

export const editPasskeyRoute = route({
  id: "edit_passkey",
  method: "PATCH",
  path: "/auth/passkeys/:passkey",
  summary: "Rename a passkey of the caller.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  body: EditPasskeyBody,
  reply: Passkey,
  errors: ["InvalidToken", "NotFound"],
  handle: ({ caller, params, body, tx }) =>
    renamePasskey(tx, { passkeyId: params.passkey, userId: caller.userId }, body.name),
});
