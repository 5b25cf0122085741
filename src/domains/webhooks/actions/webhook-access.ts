import type { Fail } from "../../../declare/error.ts";
import { target } from "../../../declare/target.ts";
import type { Reader } from "../../../declare/tx.ts";
import type { Permission } from "../../../permissions/bits.ts";
import { digestToken, sameText } from "../../../platform/secrets/vault.ts";
import { type ChannelAccess, holdsChannelPermission, loadChannelAccess } from "../../channels/index.ts";
import { findWebhook } from "../store/webhooks.ts";
import type { WebhookRow } from "../tables.ts";

/** A webhook, and its channel with the permissions that the caller has in it. */
export interface WebhookAccess extends Pick<ChannelAccess, "channel" | "permissions"> {
  readonly webhook: WebhookRow;
}

/** The webhook that a path parameter names. Its channel holds the caller's permissions. */
export function webhookTarget<const Param extends string>(param: Param) {
  return target({
    kind: "webhook's channel",
    params: [param],
    async load(context, params): Promise<WebhookAccess> {
      const webhook = await findWebhook(context.db, params[param]);
      if (!webhook) throw context.fail("NotFound");
      const { channel, permissions } = await loadChannelAccess(context, webhook.channel_id);
      return { webhook, channel, permissions };
    },
    holds: (access, permission: Permission) => holdsChannelPermission(access, permission),
  });
}

/** The path parameters of routes that a webhook's token authorises. */
export interface WebhookCredentials {
  readonly webhook_id: string;
  readonly token: string;
}

/** Finds the webhook that the credentials are for. */
export async function authenticateWebhook(
  { db, fail }: { readonly db: Reader; readonly fail: Fail<"NotFound" | "NotAuthenticated"> },
  { webhook_id, token }: WebhookCredentials,
): Promise<WebhookRow> {
  const webhook = await findWebhook(db, webhook_id);
  if (!webhook) throw fail("NotFound");
  if (!isTokenOf(webhook, token)) throw fail("NotAuthenticated");
  return webhook;
}

/** The id of the webhook if the credentials are valid, for the rate limiter. */
export async function identifyWebhook(
  db: Reader,
  { webhook_id, token }: WebhookCredentials,
): Promise<string | undefined> {
  const webhook = await findWebhook(db, webhook_id);
  return webhook && isTokenOf(webhook, token) ? webhook_id : undefined;
}

function isTokenOf({ token_digest }: WebhookRow, token: string): boolean {
  return sameText(digestToken(token), token_digest);
}
