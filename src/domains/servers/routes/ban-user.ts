import Type from "typebox";
import { isValid } from "ulid";
import { route } from "../../../declare/route.ts";
import { input } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { assertOutranksMember } from "../actions/assert-outranks.ts";
import { removeMember } from "../actions/remove-member.ts";
import { assertServerPermission, requireServer } from "../actions/require-server.ts";
import { MemberLeft } from "../events.ts";
import { MessageSweepRequested } from "../hooks.ts";
import { ServerBan } from "../model.ts";
import { banView } from "../rules/ban-view.ts";
import { putBan } from "../store/bans.ts";
import { findMember } from "../store/members.ts";
import { lockServer } from "../store/servers.ts";

const longestSweep = 604_800;

export const banUserRoute = route({
  id: "ban_create_ban",
  method: "PUT",
  path: "/servers/:server/bans/:target",
  summary: "Keep somebody out of a server, member or not, or give another reason for it.",
  auth: "user",
  limit: { bucket: "servers", by: "server" },
  headers: AuditHeaders,
  body: input("DataBanCreate", "Why, and what is to be deleted.", {
    reason: Type.Optional(Type.String({ maxLength: 1024 })),
    delete_message_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: longestSweep,
        description: "Whatever the banned wrote in this time is deleted.",
      }),
    ),
  }),
  reply: ServerBan,
  errors: [
    "HeaderTooLarge",
    "NotFound",
    "CannotRemoveYourself",
    "InvalidOperation",
    "MissingPermission",
    "NotElevated",
  ],
  emits: [MemberLeft],
  async handle({ params, headers, body, caller, tx, services, fail }) {
    const said = readReason(headers, fail);
    const context = { db: tx, caller, fail };
    const place = await requireServer(context, params.server);
    const { server } = place;
    const userId = params.target;
    if (userId === caller.userId) throw fail("CannotRemoveYourself");
    if (userId === server.owner_id) throw fail("InvalidOperation");
    assertServerPermission(context, place, "BanMembers");
    // The banned need not exist yet or any more, but they must be able to.
    if (!isValid(userId)) throw fail("NotFound");
    const member = await findMember(tx, server.id, userId);
    if (member) await assertOutranksMember(context, place, userId);

    await lockServer(tx, server.id);
    if (member) await removeMember(tx, server, { member, reason: "Ban" });
    const { reason, delete_message_seconds: sweep = 0 } = body;
    if (sweep > 0) {
      const since = services.clock.now() - sweep * 1_000;
      await tx.raise(MessageSweepRequested, { serverId: server.id, authorId: userId, since });
    }
    const ban = { server_id: server.id, user_id: userId, reason: reason ?? null };
    await putBan(tx, ban);
    await recordAudit(tx, {
      server: server.id,
      by: caller.userId,
      target: userId,
      reason: said ?? reason,
      action: { type: "BanCreate", user: userId },
    });
    return banView(ban);
  },
});
