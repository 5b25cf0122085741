import { route } from "../../../declare/route.ts";
import { viewSignIns } from "../actions/view-sign-ins.ts";
import { SignInHistory } from "../model.ts";
import { requireAccount } from "../store/accounts.ts";

export const fetchSignInsRoute = route({
  id: "fetch_sign_ins",
  method: "GET",
  path: "/auth/account/sign_ins",
  summary: "List the last sign-ins to the caller's account, newest first.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: SignInHistory,
  errors: [],
  handle: async ({ caller, db }) => viewSignIns(db, await requireAccount(db, caller.userId)),
});
