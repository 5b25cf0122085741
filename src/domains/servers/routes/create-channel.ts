import { route } from "../../../declare/route.ts";
import { AuditHeaders, readReason, recordAudit } from "../../audit/index.ts";
import { Channel, ChannelOpened } from "../../conversations/index.ts";
import { createChannel as create } from "../actions/create-channel.ts";
import { requireServerPermission } from "../actions/require-server.ts";
import { ServerUpdated } from "../events.ts";
import { ServerChannelDraft } from "../model.ts";
import { listChannelIds, lockServer } from "../store/servers.ts";

export const createChannelRoute = route({
  id: "channel_create_create_server_channel",
  method: "POST",
  path: "/servers/:server/channels",
  summary: "Create a channel in a server.",
  auth: "user",
  limit: { bucket: "servers", by: "server" },
  headers: AuditHeaders,
  body: ServerChannelDraft,
  reply: Channel,
  errors: ["HeaderTooLarge", "NotFound", "MissingPermission", "TooManyChannels"],
  emits: [ServerUpdated, ChannelOpened],
  async handle({ params, headers, body, caller, tx, services, fail }) {
    const reason = readReason(headers, fail);
    const { server } = await requireServerPermission(
      { db: tx, caller, fail },
      params.server,
      "ManageChannel",
    );
    const max = services.config.limits.global.server_channels;
    if ((await listChannelIds(tx, server.id)).length > max) throw fail("TooManyChannels", { max });
    await lockServer(tx, server.id);
    const channel = await create(tx, server.id, body);
    await recordAudit(tx, {
      server: server.id,
      by: caller.userId,
      reason,
      action: { type: "ChannelCreate", channel: channel._id, name: channel.name },
    });
    return channel;
  },
});
