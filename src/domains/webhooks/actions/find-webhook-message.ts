import type { Tx } from "../../../store/tx.ts";
import { findMessage } from "../../messages/index.ts";
import { unlockWebhook, type WebhookKey } from "./find-webhook-by-token.ts";

/** A webhook, a message of its channel, and whether it was sent through the webhook. */
export async function findWebhookMessage(
  tx: Tx<never, "NotFound" | "NotAuthenticated">,
  { msg, ...key }: WebhookKey & { readonly msg: string },
) {
  const webhook = await unlockWebhook({ db: tx, fail: tx.fail }, key);
  const message = await findMessage(tx, webhook.channel_id, msg);
  if (!message) throw tx.fail("NotFound");
  return { webhook, message, isOwn: message.author_id === webhook.id };
}
