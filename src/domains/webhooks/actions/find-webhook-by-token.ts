import { digestToken, sameText } from "../../../platform/secrets/vault.ts";
import type { Fail } from "../../../protocol/error.ts";
import type { Reader } from "../../../store/tx.ts";
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
  if (!isKeyTo(webhook, token)) throw fail("NotAuthenticated");
  return webhook;
}

/** The id of the webhook, under the same condition. */
export async function recogniseKey(
  db: Reader,
  { webhook_id, token }: WebhookKey,
): Promise<string | undefined> {
  const webhook = await findWebhook(db, webhook_id);
  return webhook && isKeyTo(webhook, token) ? webhook_id : undefined;
}

function isKeyTo({ token_digest }: WebhookRow, token: string): boolean {
  return sameText(digestToken(token), token_digest);
}
