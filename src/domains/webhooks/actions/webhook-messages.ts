import type { Tx } from "../../../declare/tx.ts";
import type { ChannelUpdated } from "../../channels/index.ts";
import {
  assertColours,
  checkEmoji,
  draftBytes,
  editMessage,
  enqueuePreviews,
  findMessage,
  type Message,
  MessageDeleted,
  type MessageEdit,
  type MessageUpdated,
  removeMessages,
  repairLastMessages,
} from "../../messages/index.ts";
import { loadCreatorAccess } from "./creator-permissions.ts";
import { assertMaySend } from "./execute-webhook.ts";
import { authenticateWebhook, type WebhookCredentials } from "./webhook-access.ts";

interface MessageCredentials extends WebhookCredentials {
  readonly msg: string;
}

/** Edits a message that was sent through the webhook. */
export async function editWebhookMessage(
  tx: Tx<
    typeof MessageUpdated,
    "PayloadTooLarge" | "NotFound" | "NotAuthenticated" | "CannotEditMessage" | "MissingPermission"
  >,
  credentials: MessageCredentials,
  edit: MessageEdit,
): Promise<Message> {
  assertColours(edit);
  if (draftBytes(edit) > tx.services.config.limits.default.message_length) throw tx.fail("PayloadTooLarge");
  const { webhook, message, isOwn } = await findWebhookMessage(tx, credentials);
  if (!isOwn) throw tx.fail("CannotEditMessage");
  const { channel, held } = await loadCreatorAccess(tx, webhook, tx.fail);
  assertMaySend(tx, { permissions: webhook.permissions, held }, edit);
  await checkEmoji(
    { db: tx, fail: tx.fail },
    { channel, permissions: held },
    { content: edit.content, before: message.content },
  );
  const edited = await editMessage(tx, message, edit);
  const { content } = edit;
  // Embeds of links need no permission of the webhook, only of its creator.
  if (content !== undefined) {
    const text = { ...message, content, author_id: webhook.creator_id };
    await enqueuePreviews(tx, { permissions: held }, text);
  }
  return edited;
}

/** Deletes a message that was sent through the webhook. */
export async function deleteWebhookMessage(
  tx: Tx<
    typeof MessageDeleted | typeof ChannelUpdated,
    "NotFound" | "NotAuthenticated" | "CannotDeleteMessage"
  >,
  credentials: MessageCredentials,
): Promise<void> {
  const { message, isOwn } = await findWebhookMessage(tx, credentials);
  if (!isOwn) throw tx.fail("CannotDeleteMessage");
  const { channel_id: channel, id } = message;
  await removeMessages(tx, channel, [id]);
  tx.emit(MessageDeleted, { id, channel });
  await repairLastMessages(tx, [message]);
}

async function findWebhookMessage(
  tx: Tx<never, "NotFound" | "NotAuthenticated">,
  { msg, ...credentials }: MessageCredentials,
) {
  const webhook = await authenticateWebhook({ db: tx, fail: tx.fail }, credentials);
  const message = await findMessage(tx, webhook.channel_id, msg);
  if (!message) throw tx.fail("NotFound");
  return { webhook, message, isOwn: message.author_id === webhook.id };
}
