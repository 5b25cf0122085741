import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import { digestToken, sameText } from "../../../platform/secrets/vault.ts";
import { findWebhook } from "../store/webhooks.ts";
import type { WebhookRow } from "../tables.ts";

/** By the names that the paths of routes give them. */
export interface WebhookKey {
  readonly webhook_id: string;
  readonly token: string;
}

/** The webhook, if this is the key to it. */
export async function unlockWebhook(
  { db, fail }: { readonly db: Reader; readonly fail: Fail<"NotFound" | "NotAuthenticated"> },
  { webhook_id, token }: WebhookKey,
): Promise<WebhookRow> {
  const webhook = await findWebhook(db, webhook_id);
  if (!webhook) throw fail("NotFound");
  if (!sameText(digestToken(token), webhook.token_digest)) throw fail("NotAuthenticated");
  return webhook;
}
