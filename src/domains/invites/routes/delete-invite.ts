import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { findGroup } from "../../conversations/index.ts";
import { lockServer, requireServerPermission } from "../../servers/index.ts";
import { findInvite, deleteInvite as remove } from "../store.ts";

export const deleteInviteRoute = route({
  id: "invite_delete_delete",
  method: "DELETE",
  path: "/invites/:target",
  summary: "Delete an invite that one made, or any of a server that one manages or a group that one owns.",
  auth: "user",
  limit: { bucket: "any" },
  headers: AuditHeaders,
  reply: NoContent,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission"],
  async handle({ params, headers, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const invite = await findInvite(tx, params.target);
    if (!invite) throw fail("NotFound");
    const { code, creator_id: creator, server_id: server, channel_id: channel } = invite;
    const isOwn = creator === caller.userId;
    if (server === null) {
      const isOwnGroup = (await findGroup(tx, channel))?.owner === caller.userId;
      if (!isOwn && !isOwnGroup) throw fail("MissingPermission", { permission: "ManageServer" });
      return remove(tx, code);
    }
    if (!isOwn) await requireServerPermission({ db: tx, caller, fail }, server, "ManageServer");
    await lockServer(tx, server);
    await remove(tx, code);
    if (isOwn) return;
    const action = { type: "InviteDelete", invite: code, channel } as const;
    await recordAudit(tx, { server, by: caller.userId, target: creator, reason, action });
  },
});
