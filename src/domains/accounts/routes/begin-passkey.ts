import { route } from "../../../declare/route.ts";
import { beginPasskey } from "../actions/passkey-challenges.ts";
import { HostHeader } from "../model.ts";
import { PasskeyCreation } from "../passkey-model.ts";

export const beginPasskeyRoute = route({
  id: "begin_passkey",
  method: "POST",
  path: "/auth/passkeys/begin",
  summary: "Begin to add a passkey: the options for navigator.credentials.create.",
  auth: "session",
  ticket: true,
  limit: { bucket: "auth" },
  headers: HostHeader,
  reply: PasskeyCreation,
  errors: ["InvalidToken", "TooManyPasskeys"],
  handleInSteps: ({ caller, headers, ...steps }) => beginPasskey(steps, caller, headers.host),
});
