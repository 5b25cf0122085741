import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxHeadLength } from "../../../protocol/schema.ts";
import { claimOfProof } from "../actions/claimed-account.ts";
import { beginPasskeyProof } from "../actions/passkey-challenges.ts";
import { HostHeader } from "../model.ts";
import { PasskeyRequest } from "../passkey-model.ts";

export const beginPasskeyProofRoute = route({
  id: "begin_passkey_proof",
  method: "POST",
  path: "/auth/passkeys/proof",
  summary:
    "Begin to prove with a passkey who the caller is, by session or by the ticket of a login: the options for navigator.credentials.get.",
  auth: "session?",
  limit: { bucket: "auth" },
  headers: Type.Object({
    ...HostHeader.properties,
    "x-mfa-ticket": Type.Optional(Type.String({ maxLength: maxHeadLength })),
  }),
  reply: PasskeyRequest,
  errors: ["InvalidToken", "DisallowedMFAMethod"],
  claimsAccount: ({ caller, headers, db }) => claimOfProof(db, caller, headers["x-mfa-ticket"]),
  handleInSteps: ({ caller, headers, ...steps }) =>
    beginPasskeyProof(steps, { caller, heldToken: headers["x-mfa-ticket"] ?? "", host: headers.host }),
});
