import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { bytes, maxHeadLength, raw } from "../../../protocol/schema.ts";
import { ChannelUpdated } from "../../channels/index.ts";
import { MessageSent } from "../../messages/index.ts";
import { executeGithubWebhook } from "../actions/execute-github.ts";

const maxPayloadBytes = 5_000_000;
const emptyReply = new Uint8Array();

export const executeGithubWebhookRoute = route({
  id: "webhook_execute_github_webhook_execute_github",
  method: "POST",
  path: "/webhooks/:webhook_id/:token/github",
  summary: "Post an event on GitHub to a channel. The reply is empty.",
  auth: "none",
  limit: { bucket: "any" },
  enforces: {
    permissions: ["SendMessage", "SendEmbeds"],
    why: "The permissions are those of the webhook's creator; the webhook's own do not affect these messages.",
  },
  headers: Type.Object({
    "x-github-event": Type.String({ maxLength: maxHeadLength, description: "The event's name." }),
  }),
  body: raw(maxPayloadBytes),
  reply: bytes("text/plain", "no-store"),
  errors: ["NotFound", "NotAuthenticated", "InvalidOperation", "MissingPermission"],
  emits: [MessageSent, ChannelUpdated],
  async handleInSteps({ params, headers, body: payload, read, write, fail }) {
    const event = headers["x-github-event"];
    await executeGithubWebhook({ read, write, fail }, params, { event, payload });
    return emptyReply;
  },
});
