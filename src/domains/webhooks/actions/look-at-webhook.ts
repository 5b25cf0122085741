import { lookAtChannel, type Sighting } from "../../channels/index.ts";
import { findWebhook } from "../store/webhooks.ts";
import type { WebhookRow } from "../tables.ts";

type LookAtChannel = Parameters<typeof lookAtChannel>;

/** A webhook that exists, of a channel in which the caller holds a permission. */
export async function lookAtWebhook(
  looking: LookAtChannel[0],
  id: string,
  permission: LookAtChannel[2],
): Promise<{ webhook: WebhookRow; sighting: Sighting }> {
  const webhook = await findWebhook(looking.db, id);
  if (!webhook) throw looking.fail("NotFound");
  return { webhook, sighting: await lookAtChannel(looking, webhook.channel_id, permission) };
}
