import { route } from "../../../declare/route.ts";
import { createPasskey } from "../actions/passkeys.ts";
import { CreatedPasskey, CreatePasskeyBody } from "../passkey-model.ts";

export const createPasskeyRoute = route({
  id: "create_passkey",
  method: "POST",
  path: "/auth/passkeys",
  summary: "Add the passkey that the browser has created.",
  auth: "session",
  limit: { bucket: "auth" },
  body: CreatePasskeyBody,
  reply: CreatedPasskey,
  errors: ["InvalidToken", "PasskeyInUse", "TooManyPasskeys"],
  handleInSteps: ({ caller, body, ...steps }) => createPasskey(steps, caller, body),
});
