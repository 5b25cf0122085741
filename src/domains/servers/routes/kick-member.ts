import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { assertOutranksMember } from "../actions/assert-outranks.ts";
import { removeMember } from "../actions/remove-member.ts";
import { assertServerPermission, requireServer } from "../actions/require-server.ts";
import { MemberLeft } from "../events.ts";
import { findMember } from "../store/members.ts";

export const kickMemberRoute = route({
  id: "member_remove_kick",
  method: "DELETE",
  path: "/servers/:target/members/:member",
  summary: "Remove somebody of lower rank from a server.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  headers: AuditHeaders,
  reply: NoContent,
  errors: [
    "HeaderTooLarge",
    "NotFound",
    "CannotRemoveYourself",
    "InvalidOperation",
    "MissingPermission",
    "NotElevated",
  ],
  emits: [MemberLeft],
  async handle({ params, headers, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const context = { db: tx, caller, fail };
    const place = await requireServer(context, params.target);
    const { server } = place;
    if (params.member === caller.userId) throw fail("CannotRemoveYourself");
    if (params.member === server.owner_id) throw fail("InvalidOperation");
    assertServerPermission(context, place, "KickMembers");
    const member = await findMember(tx, server.id, params.member);
    if (!member) throw fail("NotFound");
    await assertOutranksMember(context, place, member.user_id);

    await removeMember(tx, server, { member, reason: "Kick" });
    await recordAudit(tx, {
      server: server.id,
      by: caller.userId,
      target: member.user_id,
      reason,
      action: { type: "MemberKick", user: member.user_id },
    });
  },
});
