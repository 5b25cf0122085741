import type { File } from "../../../protocol/file.ts";
import type { PartialWebhook, PublicWebhook, Webhook } from "../model.ts";
import type { WebhookRow } from "../tables.ts";

/** The full view; `token` is null for callers who may not see it. */
export function webhookView(row: WebhookRow, token: string | null): Webhook {
  const { id, name, creator_id, channel_id, permissions } = row;
  const avatar = avatarOf(row);
  return { id, name, ...(avatar && { avatar }), creator_id, channel_id, permissions, token };
}

/** The view for users who can view the channel. */
export function publicWebhookView(row: WebhookRow): PublicWebhook {
  const { id, name, channel_id, permissions } = row;
  return { id, name, avatar: avatarOf(row)?._id ?? null, channel_id, permissions };
}

export function partialView(columns: Partial<WebhookRow>): PartialWebhook {
  const { name, permissions } = columns;
  const avatar = avatarOf(columns);
  return {
    ...(name !== undefined && { name }),
    ...(avatar && { avatar }),
    ...(permissions !== undefined && { permissions }),
  };
}

export function avatarOf({ avatar }: Partial<Pick<WebhookRow, "avatar">>): File | undefined {
  return typeof avatar === "string" ? (JSON.parse(avatar) as File) : undefined;
}

/** The webhook as the author of messages. Like a bot, it may mention everyone by a flag. */
export function webhookAuthor(row: WebhookRow) {
  const avatar = avatarOf(row)?._id ?? null;
  return { userId: row.id, bot: true, webhook: { name: row.name, avatar }, creatorId: row.creator_id };
}
