import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { model } from "../../../protocol/schema.ts";
import { AuditActionType, AuditEntry } from "../../audit/index.ts";
import { User } from "../../users/index.ts";
import { serverTarget } from "../actions/require-server.ts";
import { viewAuditLog } from "../actions/view-audit-log.ts";
import { Member } from "../model.ts";

const id = (description: string) => Type.Optional(Type.String({ minLength: 26, maxLength: 26, description }));

export const fetchAuditLogRoute = route({
  id: "audit_log_fetch_fetch_audit_logs",
  method: "GET",
  path: "/servers/:target/audit_logs",
  summary: "See who changed what in a server, the newest first.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  needs: "ViewAuditLogs",
  query: Type.Object({
    user: id("Who did it."),
    target: id("To whom it was done."),
    type: Type.Optional(Type.Array(AuditActionType, { description: "What was done; may be repeated." })),
    before: id("An entry; those before it."),
    after: id("An entry; those after it."),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "50, if absent." })),
  }),
  reply: model("AuditLogQueryResponse", "Entries, and whom they are about.", {
    audit_logs: Type.Array(AuditEntry),
    users: Type.Array(User, { description: "Whoever did something or had it done to them." }),
    members: Type.Array(Member, { description: "Those of them who are still in the server." }),
  }),
  errors: [],
  handle: ({ access, query: { limit = 50, ...selection }, caller, db }) =>
    viewAuditLog(db, access, { viewerId: caller.userId, selection: { ...selection, limit } }),
});
