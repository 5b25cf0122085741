import { route } from "../../../declare/route.ts";
import { setPasskeyFactor } from "../actions/passkeys.ts";
import { PasskeyFactor, PasskeyFactorBody } from "../passkey-model.ts";

export const setPasskeyFactorRoute = route({
  id: "set_passkey_factor",
  method: "PUT",
  path: "/auth/passkeys/second_factor",
  summary: "Choose whether a passkey is needed after the password. Without recovery codes, this makes some.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  body: PasskeyFactorBody,
  reply: PasskeyFactor,
  errors: ["InvalidToken", "InvalidOperation"],
  handle: ({ caller, body, tx }) => setPasskeyFactor(tx, caller.userId, body.enabled),
});
