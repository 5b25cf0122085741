import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { requireServerPermission } from "../actions/require-server.ts";
import { deleteBan } from "../store/bans.ts";
import { lockServer } from "../store/servers.ts";

export const unbanUserRoute = route({
  id: "ban_remove_unban",
  method: "DELETE",
  path: "/servers/:server/bans/:target",
  summary: "Let somebody come back who was banned.",
  auth: "user",
  limit: { bucket: "servers", by: "server" },
  headers: AuditHeaders,
  reply: NoContent,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission"],
  async handle({ params, headers, caller, tx, fail }) {
    const reason = readReason(headers, fail);
    const { server } = await requireServerPermission({ db: tx, caller, fail }, params.server, "BanMembers");
    await lockServer(tx, server.id);
    if (!(await deleteBan(tx, server.id, params.target))) throw fail("NotFound");
    await recordAudit(tx, {
      server: server.id,
      by: caller.userId,
      target: params.target,
      reason,
      action: { type: "BanDelete", user: params.target },
    });
  },
});
