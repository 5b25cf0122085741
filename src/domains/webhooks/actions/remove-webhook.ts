import type { Tx } from "../../../store/tx.ts";
import { releaseFilesOf } from "../../files/index.ts";
import { WebhookDeleted } from "../events.ts";
import { deleteWebhook } from "../store/webhooks.ts";
import type { WebhookRow } from "../tables.ts";

/** What it said stays. */
export async function removeWebhook(
  tx: Tx<typeof WebhookDeleted>,
  { id, channel_id: channel }: WebhookRow,
): Promise<void> {
  await deleteWebhook(tx, id);
  await releaseFilesOf(tx, id);
  tx.emit(WebhookDeleted, { id }, { channel });
}
