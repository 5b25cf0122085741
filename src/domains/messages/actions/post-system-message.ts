import type { Tx } from "../../../declare/tx.ts";
import type { SystemMessage } from "../../channels/index.ts";
import { type MessageSent, MessageUpdated } from "../events.ts";
import { systemAuthor } from "../model.ts";
import { emptyFields } from "../rules/message-view.ts";
import { reserveMessageId } from "../store/last-messages.ts";
import { findMessage, updateMessage } from "../store/messages.ts";
import { postMessages } from "./post-messages.ts";

/** Posts a system message to a channel and returns its id; without effect if there is no such channel. */
export async function postSystemMessage(
  tx: Tx<typeof MessageSent>,
  channelId: string,
  system: SystemMessage,
): Promise<string | undefined> {
  const id = await reserveMessageId(tx, channelId);
  if (id === undefined) return undefined;
  const fields = {
    ...emptyFields,
    channel_id: channelId,
    author_id: systemAuthor,
    system: JSON.stringify(system),
  };
  await postMessages(tx, [{ fields }], [id]);
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
