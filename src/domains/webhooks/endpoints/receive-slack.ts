import { endpoint } from "../../../declare/endpoint.ts";
import { receiveErrors, receiveMessage } from "../actions/receive-message.ts";
import { translateSlack } from "../rules/slack/payload.ts";

export const receiveSlackEndpoint = endpoint({
  id: "webhook_execute_slack",
  method: "POST",
  path: "/api/webhooks/:webhook_id/:token/slack",
  summary: "Send a message through a webhook, in the format of Slack's webhooks.",
  auth: "none",
  limit: { bucket: "any" },
  errors: receiveErrors,
  async handle(call) {
    await receiveMessage(call, { field: "payload", translate: translateSlack });
    return { status: 200, headers: { "content-type": "text/plain; charset=utf-8" }, body: "ok" };
  },
});
