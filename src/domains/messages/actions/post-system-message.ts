import type { Tx } from "../../../declare/tx.ts";
import type { SystemMessage } from "../../channels/index.ts";
import { MessageSent, MessageUpdated } from "../events.ts";
import { MessagePosted } from "../hooks.ts";
import { systemAuthor } from "../model.ts";
import { reserveMessageId } from "../store/last-messages.ts";
import { findMessage, insertMessage, updateMessage } from "../store/messages.ts";

/** Posts a system message to a channel and returns its id; without effect if there is no such channel. */
export async function postSystemMessage(
  tx: Tx<typeof MessageSent>,
  channelId: string,
  system: SystemMessage,
): Promise<string | undefined> {
  const id = await reserveMessageId(tx, channelId);
  if (id === undefined) return undefined;
  await insertMessage(tx, {
    channel_id: channelId,
    id,
    author_id: systemAuthor,
    content: null,
    system: JSON.stringify(system),
  });
  const message = { _id: id, channel: channelId, author: systemAuthor, system };
  tx.emit(MessageSent, message);
  await tx.raise(MessagePosted, { message });
  return id;
}

interface SystemMessageEdit {
  readonly channelId: string;
  readonly messageId: string;
  readonly systemMessage: SystemMessage;
}

/** Replaces the content of a system message; without effect if it was deleted. */
export async function editSystemMessage(
  tx: Tx<typeof MessageUpdated>,
  { channelId, messageId, systemMessage }: SystemMessageEdit,
): Promise<void> {
  const row = await findMessage(tx, channelId, messageId);
  if (!row) return;
  await updateMessage(tx, row, { system: JSON.stringify(systemMessage) });
  const data = { system: systemMessage };
  tx.emit(MessageUpdated, { id: messageId, channel: channelId, data, clear: [] });
}
