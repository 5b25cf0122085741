import { route } from "../../../declare/route.ts";
import { mapMaybe } from "../../../platform/concurrency/maybe-promise.ts";
import { AccountInfo } from "../model.ts";
import { requireEmail } from "../store/accounts.ts";

export const fetchAccountRoute = route({
  id: "fetch_account_fetch_account",
  method: "GET",
  path: "/auth/account",
  summary: "Fetch the caller's account.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: AccountInfo,
  errors: [],
  handle({ caller: { userId }, db }) {
    return mapMaybe(requireEmail(db, userId), (email) => ({ _id: userId, email }));
  },
});
