import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxListed } from "../../../protocol/schema.ts";
import { SessionInfo } from "../model.ts";
import { listSessions } from "../store/sessions.ts";

export const fetchSessionsRoute = route({
  id: "fetch_all_fetch_all",
  method: "GET",
  path: "/auth/session/all",
  summary: "List the caller's sessions, oldest first.",
  auth: "session",
  limit: { bucket: "auth" },
  reply: Type.Array(SessionInfo, { maxItems: maxListed }),
  errors: [],
  async handle({ caller, db }) {
    const sessions = await listSessions(db, caller.userId);
    return sessions.map(({ id, name }) => ({ _id: id, name }));
  },
});
