import type { Tx } from "../../../store/tx.ts";
import { findAnyChannel } from "../../channels/index.ts";
import type { Channel } from "../../conversations/index.ts";
import type { WebhookRow } from "../tables.ts";

/** The channel that a webhook speaks in. */
export async function lookThroughWebhook(
  tx: Tx<never, "NotFound">,
  { channel_id }: WebhookRow,
): Promise<Channel> {
  const channel = await findAnyChannel(tx, channel_id);
  // It may have gone since.
  if (!channel) throw tx.fail("NotFound");
  return channel;
}
