import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxListed } from "../../../protocol/schema.ts";
import { viewSessions } from "../actions/view-account.ts";
import { SessionInfo } from "../model.ts";

export const fetchSessionsRoute = route({
  id: "fetch_all_fetch_all",
  method: "GET",
  path: "/auth/session/all",
  summary: "List the caller's sessions, oldest first.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: Type.Array(SessionInfo, { maxItems: maxListed }),
  errors: [],
  handle: ({ caller, db }) => viewSessions(db, caller.userId),
});
