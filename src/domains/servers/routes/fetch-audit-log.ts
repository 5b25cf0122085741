import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { model } from "../../../protocol/schema.ts";
import { AuditActionType, AuditEntry, listEntries, listUserIds } from "../../audit/index.ts";
import { listUsers, User, viewMetUsers } from "../../users/index.ts";
import { requireServerPermission } from "../actions/require-server.ts";
import { Member } from "../model.ts";
import { memberView } from "../rules/views.ts";
import { listMembersAmong } from "../store/members-among.ts";

const id = (description: string) => Type.Optional(Type.String({ minLength: 26, maxLength: 26, description }));

export const fetchAuditLogRoute = route({
  id: "audit_log_fetch_fetch_audit_logs",
  method: "GET",
  path: "/servers/:target/audit_logs",
  summary: "See who changed what in a server, the newest first.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
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
  errors: ["NotFound", "MissingPermission"],
  async handle({ params, query: { limit = 50, ...selection }, caller, db, fail }) {
    const { server } = await requireServerPermission({ db, caller, fail }, params.target, "ViewAuditLogs");
    const audit_logs = await listEntries(db, server.id, { ...selection, limit });
    const people = listUserIds(audit_logs);
    const members = await listMembersAmong(db, server.id, people);
    const met = members.map(({ user_id }) => user_id);
    return {
      audit_logs,
      // One can ban anybody, and so bring anybody in here.
      users: await viewMetUsers(db, caller.userId, { users: await listUsers(db, people), met }),
      members: members.map(memberView),
    };
  },
});
