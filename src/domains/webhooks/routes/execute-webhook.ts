import { route } from "../../../declare/route.ts";
import { ChannelUpdated } from "../../conversations/index.ts";
import {
  assertColours,
  Message,
  MessageDraft,
  MessageSent,
  SendingHeaders,
  sendErrors,
} from "../../messages/index.ts";
import { executeWebhook as execute } from "../actions/execute-webhook.ts";
import { unlockWebhook } from "../actions/find-webhook-by-token.ts";

export const executeWebhookRoute = route({
  id: "webhook_execute_webhook_execute",
  method: "POST",
  path: "/webhooks/:webhook_id/:token",
  summary: "Send a message through a webhook.",
  auth: "none",
  limit: { bucket: "any" },
  headers: SendingHeaders,
  body: MessageDraft,
  reply: Message,
  errors: [...sendErrors, "NotAuthenticated"],
  emits: [MessageSent, ChannelUpdated],
  async handleInSteps({ params, headers, body: draft, read, write, fail }) {
    assertColours(draft);
    const key = headers["idempotency-key"];
    const { channel_id: mutexKey } = await read((db) => unlockWebhook({ db, fail }, params));
    return write(async (tx) => execute(tx, await unlockWebhook({ db: tx, fail }, params), { draft, key }), {
      mutexKey,
    });
  },
});
