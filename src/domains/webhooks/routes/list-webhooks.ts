import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { requireChannel } from "../../channels/index.ts";
import { showWithToken } from "../actions/show-token.ts";
import { Webhook } from "../model.ts";
import { listWebhooks as list } from "../store/webhooks.ts";

export const listWebhooksRoute = route({
  id: "webhook_fetch_all_fetch_webhooks",
  method: "GET",
  path: "/channels/:channel_id/webhooks",
  summary: "List the webhooks of a channel, with their tokens.",
  auth: "user",
  limit: { bucket: "channels", by: "channel_id" },
  reply: Type.Array(Webhook),
  errors: ["NotFound", "MissingPermission"],
  async handle({ params: { channel_id }, caller, db, fail }) {
    await requireChannel({ db, caller, fail }, channel_id, "ManageWebhooks");
    return (await list(db, channel_id)).map((webhook) => showWithToken(db, webhook));
  },
});
