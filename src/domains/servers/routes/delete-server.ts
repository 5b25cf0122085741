import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { deleteServer as destroy } from "../actions/delete-server.ts";
import { removeMember } from "../actions/remove-member.ts";
import { requireMembership } from "../actions/require-server.ts";
import { MemberLeft, ServerDeleted } from "../events.ts";
import { findMember } from "../store/members.ts";

export const deleteServerRoute = route({
  id: "server_delete_delete",
  method: "DELETE",
  path: "/servers/:target",
  summary: "Delete a server that one owns, or leave one that somebody else does.",
  auth: "user",
  limit: { bucket: "servers", by: "target" },
  query: Type.Object({
    leave_silently: Type.Optional(
      Type.Boolean({ description: "Leave without a word in the server's channels." }),
    ),
  }),
  reply: NoContent,
  errors: ["NotFound"],
  emits: [ServerDeleted, MemberLeft],
  async handle({ params, query, caller, tx, fail }) {
    const { server, membership } = await requireMembership({ db: tx, caller, fail }, params.target);
    if (membership.owner) return destroy(tx, server);
    const member = await findMember(tx, server.id, caller.userId);
    if (!member) throw fail("NotFound");
    await removeMember(tx, server, { member, reason: "Leave", silent: query.leave_silently });
  },
});
