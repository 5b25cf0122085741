import Type from "typebox";
import { route } from "../../../declare/route.ts";
import { maxListed } from "../../../protocol/schema.ts";
import { channelTarget } from "../../channels/index.ts";
import { viewWebhooks } from "../actions/manage-webhooks.ts";
import { Webhook } from "../model.ts";

export const listWebhooksRoute = route({
  id: "webhook_fetch_all_fetch_webhooks",
  method: "GET",
  path: "/channels/:channel_id/webhooks",
  summary: "List the webhooks of a channel, with their tokens.",
  auth: "user",
  limit: { bucket: "channels", by: "channel_id" },
  on: channelTarget("channel_id"),
  needs: "ManageWebhooks",
  reply: Type.Array(Webhook, { maxItems: maxListed }),
  errors: [],
  handle: ({ access, db }) => viewWebhooks(db, access.channel._id),
});
