import { route } from "../../../declare/route.ts";
import { viewPasskeys } from "../actions/passkeys.ts";
import { Passkeys } from "../passkey-model.ts";
import { requireAccount } from "../store/accounts.ts";

export const fetchPasskeysRoute = route({
  id: "fetch_passkeys",
  method: "GET",
  path: "/auth/passkeys",
  summary: "Fetch the passkeys of the caller.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: Passkeys,
  errors: [],
  handle: async ({ caller, db }) => viewPasskeys(db, await requireAccount(db, caller.userId)),
});
