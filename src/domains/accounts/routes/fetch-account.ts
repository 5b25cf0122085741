import { route } from "../../../declare/route.ts";
import { AccountInfo } from "../model.ts";
import { requireAccountInfo } from "../store/accounts.ts";

export const fetchAccountRoute = route({
  id: "fetch_account_fetch_account",
  method: "GET",
  path: "/auth/account",
  summary: "Fetch the caller's account.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: AccountInfo,
  errors: [],
  handle: ({ caller, db }) => requireAccountInfo(db, caller.userId),
});
