import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { serverTarget } from "../../members/index.ts";
import { kickMember } from "../actions/remove-member.ts";
import { MemberLeft, RoleDeleted } from "../events.ts";

export const kickMemberRoute = route({
  id: "member_remove_kick",
  method: "DELETE",
  path: "/servers/:target/members/:member",
  summary: "Remove a member of lower rank from a server.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  on: serverTarget("target"),
  enforces: {
    permissions: ["KickMembers"],
    why: "Nobody can kick themselves or the owner, which is checked first.",
  },
  audited: true,
  reply: NoContent,
  errors: ["NotFound", "CannotRemoveYourself", "InvalidOperation", "MissingPermission", "NotElevated"],
  emits: [MemberLeft, RoleDeleted],
  handle: ({ access, params, caller, reason, tx }) =>
    kickMember(tx, access, { userId: params.member, by: caller.userId, reason }),
});
