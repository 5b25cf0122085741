import { type EndpointReply, endpoint } from "../../../declare/endpoint.ts";
import { receiveErrors, receiveMessage } from "../actions/receive-message.ts";
import { translateDiscord } from "../rules/discord/payload.ts";
import { discordMessage, hasFiles } from "../rules/discord/reply.ts";

export const receiveDiscordEndpoint = endpoint({
  id: "webhook_execute_discord",
  method: "POST",
  path: "/api/webhooks/:webhook_id/:token/discord",
  summary: "Send a message through a webhook, in the format of Discord's webhooks.",
  auth: "none",
  limit: { bucket: "any" },
  errors: receiveErrors,
  async handle(call): Promise<EndpointReply> {
    const message = await receiveMessage(call, { field: "payload_json", translate: translateDiscord });
    const waits = ["true", "1", "True"].includes(call.query.get("wait") ?? "");
    if (!waits && !hasFiles(message)) return { status: 204, headers: {}, body: null };
    const body = JSON.stringify(discordMessage(message, call.services.urls.files));
    return { status: 200, headers: { "content-type": "application/json" }, body };
  },
});
