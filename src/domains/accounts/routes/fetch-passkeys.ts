import { route } from "../../../declare/route.ts";
import { viewPasskeys } from "../actions/passkeys.ts";
import { Passkeys } from "../passkey-model.ts";

export const fetchPasskeysRoute = route({
  id: "fetch_passkeys",
  method: "GET",
  path: "/auth/passkeys",
  summary: "Fetch the passkeys of the caller.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: Passkeys,
  errors: [],
  handle: ({ caller, db }) => viewPasskeys(db, caller.userId),
});
