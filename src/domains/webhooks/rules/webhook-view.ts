import type { File } from "../../../protocol/file.ts";
import type { PartialWebhook, PublicWebhook, Webhook } from "../model.ts";
import type { WebhookRow } from "../tables.ts";

/** A webhook as those see it who are shown its token, or, with null, as all others do. */
export function webhookView(row: WebhookRow, token: string | null): Webhook {
  const { id, name, creator_id, channel_id, permissions } = row;
  const avatar = avatarOf(row);
  return { id, name, ...(avatar && { avatar }), creator_id, channel_id, permissions, token };
}

/** What everybody may know who sees its channel. */
export function publicView(row: WebhookRow): PublicWebhook {
  const { id, name, channel_id, permissions } = row;
  return { id, name, avatar: avatarOf(row)?._id ?? null, channel_id, permissions };
}

/** Columns as clients know them. */
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
