import { limitTier } from "../../../config/limit-tier.ts";
import { route } from "../../../declare/route.ts";
import {
  countServersOf,
  enterServer,
  findMember,
  findServer,
  isBanned,
  MemberJoined,
  ServerJoined,
} from "../../servers/index.ts";
import { InviteJoinResponse } from "../model.ts";
import { findOpenInvite } from "../store.ts";

export const joinInvite = route({
  id: "invite_join_join",
  method: "POST",
  path: "/invites/:target",
  summary: "Join a server by an invite, or by its id if it is discoverable.",
  auth: "user",
  limit: { bucket: "any" },
  reply: InviteJoinResponse,
  errors: ["IsBot", "TooManyServers", "NotFound", "Banned", "AlreadyInServer"],
  emits: [MemberJoined, ServerJoined],
  async handle({ params, caller: { userId, bot }, tx, services, fail }) {
    if (bot) throw fail("IsBot");
    const max = limitTier(userId, services.clock.now(), services.config).servers;
    if ((await countServersOf(tx, userId)) > max) throw fail("TooManyServers", { max });
    const invite = await findOpenInvite(tx, params.target);
    const server = invite && (await findServer(tx, invite.server_id));
    if (!server) throw fail("NotFound");
    if (await isBanned(tx, server.id, userId)) throw fail("Banned");
    if (await findMember(tx, server.id, userId)) throw fail("AlreadyInServer");
    return { type: "Server" as const, ...(await enterServer(tx, server, userId)) };
  },
});
