import type { Tx } from "../../../declare/tx.ts";
import { releaseFile } from "../../files/index.ts";
import { WebhookUpdated } from "../events.ts";
import type { Webhook, WebhookEdit } from "../model.ts";
import { planWebhookEdit } from "../rules/webhook-edit.ts";
import { updateWebhook } from "../store/webhooks.ts";
import type { WebhookRow } from "../tables.ts";
import { claimAvatar } from "./claim-avatar.ts";
import { showWithToken } from "./show-token.ts";

interface Editing {
  readonly edit: WebhookEdit;
  /** Whose uploads it may have; `anybody` for whoever holds its token. */
  readonly uploader: string;
}

/** Changes a webhook as it is wished; returns what it is now. */
export async function editWebhook(
  tx: Tx<typeof WebhookUpdated, "NotFound">,
  row: WebhookRow,
  { edit, uploader }: Editing,
): Promise<Webhook> {
  const { id, channel_id: channel } = row;
  const avatar = await claimAvatar(tx, edit.avatar, { by: id, uploader });
  const { changes, data, clear, before } = planWebhookEdit(row, edit, avatar);
  if (Object.keys(changes).length === 0) return showWithToken(tx, row);
  await updateWebhook(tx, id, changes);
  if (before.avatar) await releaseFile(tx, before.avatar._id);
  tx.emit(WebhookUpdated, { id, data, remove: clear }, { channel });
  return showWithToken(tx, { ...row, ...changes });
}
