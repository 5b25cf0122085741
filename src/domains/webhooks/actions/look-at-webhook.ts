import { type ChannelAccess, requireChannel } from "../../channels/index.ts";
import { findWebhook } from "../store/webhooks.ts";
import type { WebhookRow } from "../tables.ts";

type LookAtChannel = Parameters<typeof requireChannel>;

/** A webhook that exists, of a channel in which the caller holds a permission. */
export async function lookAtWebhook(
  context: LookAtChannel[0],
  id: string,
  permission: LookAtChannel[2],
): Promise<{ webhook: WebhookRow; access: ChannelAccess }> {
  const webhook = await findWebhook(context.db, id);
  if (!webhook) throw context.fail("NotFound");
  return { webhook, access: await requireChannel(context, webhook.channel_id, permission) };
}
