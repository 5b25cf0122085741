import type { WebhookRow } from "../tables.ts";
import { avatarOf } from "./webhook-view.ts";

/** A webhook as the author of messages. It may mention everyone by a flag, as bots may. */
export function speakerOf(row: WebhookRow) {
  const avatar = avatarOf(row)?._id ?? null;
  return { userId: row.id, bot: true, webhook: { name: row.name, avatar } };
}
