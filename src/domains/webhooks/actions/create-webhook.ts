import { webhookDefault } from "../../../permissions/defaults.ts";
import { randomToken } from "../../../platform/ids.ts";
import { digestToken } from "../../../platform/secrets/vault.ts";
import type { Tx } from "../../../store/tx.ts";
import type { Channel } from "../../conversations/index.ts";
import { WebhookCreated } from "../events.ts";
import type { Webhook, WebhookDraft } from "../model.ts";
import { webhookView } from "../rules/webhook-view.ts";
import { insertWebhook } from "../store/webhooks.ts";
import { claimAvatar } from "./claim-avatar.ts";
import { holdPlace } from "./hold-place.ts";
import { purposeOf } from "./show-token.ts";

interface Wanted {
  readonly draft: WebhookDraft;
  readonly creator: string;
}

/** Opens a door to a channel; returns it with its key. */
export async function createWebhook(
  tx: Tx<typeof WebhookCreated, "NotFound">,
  channel: Channel,
  { draft: { name, avatar }, creator }: Wanted,
): Promise<Webhook> {
  await holdPlace(tx, channel);
  const id = tx.services.ids.next();
  const file = await claimAvatar(tx, avatar, { by: id, uploader: creator });
  const token = randomToken(64);
  const row = {
    id,
    channel_id: channel._id,
    creator_id: creator,
    name,
    avatar: file ? JSON.stringify(file) : null,
    permissions: webhookDefault,
    token_digest: digestToken(token),
    token: tx.services.vault.seal(token, purposeOf(id)),
  };
  await insertWebhook(tx, row);
  tx.emit(WebhookCreated, { ...webhookView(row, null), token: null });
  return webhookView(row, token);
}
