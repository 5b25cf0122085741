import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../declare/schema.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { assertOutranks } from "../actions/assert-outranks.ts";
import { assertPermission, lookAtServer } from "../actions/look-at-server.ts";
import { removeMember } from "../actions/remove-member.ts";
import { MemberLeft } from "../events.ts";
import { findMember } from "../store/members.ts";

export const kickMember = route({
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
    const looking = { db: tx, caller, fail };
    const place = await lookAtServer(looking, params.target);
    const { server } = place;
    if (params.member === caller.userId) throw fail("CannotRemoveYourself");
    if (params.member === server.owner_id) throw fail("InvalidOperation");
    assertPermission(looking, place, "KickMembers");
    const member = await findMember(tx, server.id, params.member);
    if (!member) throw fail("NotFound");
    await assertOutranks(looking, place, member.user_id);

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
