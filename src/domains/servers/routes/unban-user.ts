import { route } from "../../../declare/route.ts";
import { NoContent } from "../../../protocol/schema.ts";
import { serverTarget } from "../../members/index.ts";
import { unbanUser } from "../actions/bans.ts";

export const unbanUserRoute = route({
  id: "ban_remove_unban",
  method: "DELETE",
  path: "/servers/:server/bans/:target",
  summary: "Lift the ban of a user.",
  auth: "user",
  limit: { bucket: "servers", by: "server" },
  on: serverTarget("server"),
  needs: "BanMembers",
  locks: true,
  audited: true,
  reply: NoContent,
  errors: ["NotFound"],
  handle: ({ access, params, caller, reason, tx }) =>
    unbanUser(tx, access, { userId: params.target, by: caller.userId, reason }),
});
