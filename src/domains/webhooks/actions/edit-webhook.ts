import { canSetOverride } from "../../../permissions/granting.ts";
import type { Tx } from "../../../store/tx.ts";
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
  /** What it may be allowed beyond what it is allowed already. */
  readonly held: number;
}

/** Changes a webhook as it is wished; returns what it is now. */
export async function editWebhook(
  tx: Tx<typeof WebhookUpdated, "NotFound" | "CannotGiveMissingPermissions">,
  row: WebhookRow,
  { edit, uploader, held }: Editing,
): Promise<Webhook> {
  const { id, channel_id: channel } = row;
  const { permissions = row.permissions } = edit;
  if (!canSetOverride(held, { a: row.permissions, d: 0 }, { a: permissions, d: 0 }))
    throw tx.fail("CannotGiveMissingPermissions");
  const avatar = await claimAvatar(tx, edit.avatar, { by: id, uploader });
  const { changes, data, clear, before } = planWebhookEdit(row, edit, avatar);
  if (Object.keys(changes).length === 0) return showWithToken(tx, row);
  await updateWebhook(tx, id, changes);
  if (before.avatar) await releaseFile(tx, before.avatar._id);
  tx.emit(WebhookUpdated, { id, data, remove: clear }, { channel });
  return showWithToken(tx, { ...row, ...changes });
}
