import { route } from "../../../declare/route.ts";
import { ChannelUpdated } from "../../channels/index.ts";
import { assertColours, Message, MessageDraft, MessageSent, SendingHeaders } from "../../messages/index.ts";
import { executeErrors, executeWebhook } from "../actions/execute-webhook.ts";

export const executeWebhookRoute = route({
  id: "webhook_execute_webhook_execute",
  method: "POST",
  path: "/webhooks/:webhook_id/:token",
  summary: "Send a message through a webhook.",
  auth: "none",
  limit: { bucket: "any" },
  enforces: {
    permissions: [
      "SendMessage",
      "UploadFiles",
      "SendEmbeds",
      "Masquerade",
      "React",
      "ManageRole",
      "MentionEveryone",
      "MentionRoles",
      "UseExternalEmojis",
    ],
    why: "The permissions are those that the webhook, whose token authorises the call, and its creator both have.",
  },
  headers: SendingHeaders,
  body: MessageDraft,
  reply: Message,
  errors: executeErrors,
  emits: [MessageSent, ChannelUpdated],
  validate: ({ body }) => assertColours(body),
  handleInSteps: ({ params, headers, body, read, write, fail }) =>
    executeWebhook({ read, write, fail }, params, { draft: body, key: headers["idempotency-key"] }),
});
