import { route } from "../../../declare/route.ts";
import { beginPasskeySignIn } from "../actions/passkey-challenges.ts";
import { HostHeader } from "../model.ts";
import { PasskeyRequest } from "../passkey-model.ts";

export const beginPasskeySignInRoute = route({
  id: "begin_passkey_sign_in",
  method: "POST",
  path: "/auth/passkeys/sign_in",
  summary: "Begin to log in with a passkey alone: the options for navigator.credentials.get.",
  auth: "none",
  limit: { bucket: "auth" },
  headers: HostHeader,
  reply: PasskeyRequest,
  errors: [],
  handleInSteps: ({ headers, ...steps }) => beginPasskeySignIn(steps, headers.host),
});
