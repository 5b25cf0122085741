import { route } from "../../../declare/route.ts";
import { viewSignIns } from "../actions/view-sign-ins.ts";
import { SignInHistory } from "../model.ts";

export const fetchSignInsRoute = route({
  id: "fetch_sign_ins",
  method: "GET",
  path: "/auth/account/sign_ins",
  summary: "List the last sign-ins to the caller's account, newest first.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: SignInHistory,
  errors: [],
  handle: ({ caller, db }) => viewSignIns(db, caller.userId),
});
