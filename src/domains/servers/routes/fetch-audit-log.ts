import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { boundedBy, maxFields, model } from "../../../protocol/schema.ts";
import { AuditActionType, AuditEntry } from "../../audit/index.ts";
import { Member, serverTarget } from "../../members/index.ts";
import { User } from "../../users/index.ts";
import { viewAuditLog } from "../actions/view-audit-log.ts";

const id = (description: string) => Type.Optional(Type.String({ minLength: 26, maxLength: 26, description }));

export const fetchAuditLogRoute = route({
  id: "audit_log_fetch_fetch_audit_logs",
  method: "GET",
  path: "/servers/:target/audit_logs",
  summary:
    "List the entries of a server's audit log, the newest first. Names in entries about channels that the caller cannot view are empty or absent.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  needs: "ViewAuditLogs",
  query: Type.Object({
    user: id("The user who acted."),
    target: id("The user who was acted on."),
    type: Type.Optional(
      Type.Array(AuditActionType, {
        maxItems: maxFields,
        description: "The type of action; may be repeated.",
      }),
    ),
    before: id("Only entries before this one."),
    after: id("Only entries after this one."),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "50, if absent." })),
  }),
  reply: model("AuditLogQueryResponse", "Entries, and the users whom they name.", {
    audit_logs: Type.Array(AuditEntry, boundedBy("limit")),
    users: Type.Array(User, { ...boundedBy("limit"), description: "Users who acted or were acted on." }),
    members: Type.Array(Member, {
      ...boundedBy("limit"),
      description: "Those of them who are still members.",
    }),
  }),
  errors: [],
  handle: ({ access, query: { limit = 50, ...selection }, caller, db }) =>
    viewAuditLog(db, access, { viewerId: caller.userId, selection: { ...selection, limit } }),
});
