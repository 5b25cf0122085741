import type { Reader } from "../../../store/tx.ts";
import type { Webhook } from "../model.ts";
import { webhookView } from "../rules/webhook-view.ts";
import type { WebhookRow } from "../tables.ts";

/** For those who may have it: who manages webhooks, and who holds it already. */
export function showWithToken({ services }: Reader, row: WebhookRow): Webhook {
  return webhookView(row, services.vault.open(row.token, purposeOf(row.id)));
}

/** What the token is sealed for; it opens nowhere else. */
export function purposeOf(id: string): string {
  return `webhook ${id}`;
}
