import { route } from "../../../declare/route.ts";
import { limitTier } from "../../accounts/index.ts";
import { createServer as create } from "../actions/create-server.ts";
import { MemberJoined, ServerJoined } from "../events.ts";
import { CreatedServer, ServerDraft } from "../model.ts";
import { countServersOf } from "../store/memberships.ts";

export const createServerRoute = route({
  id: "server_create_create_server",
  method: "POST",
  path: "/servers/create",
  summary: "Create a server.",
  auth: "user",
  limit: { bucket: "servers", resource: "create" },
  body: ServerDraft,
  reply: CreatedServer,
  errors: ["IsBot", "CantCreateServers", "TooManyServers"],
  emits: [MemberJoined, ServerJoined],
  async handle({ body, caller, tx, services, fail }) {
    if (caller.bot) throw fail("IsBot");
    const allowed = services.config.limits.global.restrict_server_creation;
    if (allowed.length > 0 && !allowed.includes(caller.userId)) throw fail("CantCreateServers");
    const max = limitTier(caller.userId, services.clock.now(), services.config).servers;
    if ((await countServersOf(tx, caller.userId)) > max) throw fail("TooManyServers", { max });
    return create(tx, caller.userId, body);
  },
});
