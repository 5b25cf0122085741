import { endpoint } from "../../../declare/endpoint.ts";
import { receiveMessage, receivingErrors } from "../actions/receive-message.ts";
import { translateSlack } from "../rules/slack/payload.ts";

export const receiveSlackEndpoint = endpoint({
  id: "webhook_execute_slack",
  method: "POST",
  path: "/api/webhooks/:webhook_id/:token/slack",
  summary: "Send a message through a webhook, as programs do that believe it to be one of Slack.",
  auth: "none",
  limit: { bucket: "any" },
  errors: receivingErrors,
  async handle(call) {
    await receiveMessage(call, { field: "payload", translate: translateSlack });
    return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: "ok" };
  },
});
