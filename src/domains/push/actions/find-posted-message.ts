import type { Reader } from "../../../declare/tx.ts";
import type { MessageNotification } from "../../accounts/index.ts";
import { type Channel, findAnyChannel } from "../../channels/index.ts";
import { findMessage, type Message, messageView } from "../../messages/index.ts";

export interface MessageInChannel {
  readonly message: Message;
  readonly channel: Channel;
}

/** Finds a message and its channel; undefined if either was deleted. */
export async function findPostedMessage(
  db: Reader,
  { channel: channelId, message: id }: Pick<MessageNotification, "channel" | "message">,
): Promise<MessageInChannel | undefined> {
  const row = await findMessage(db, channelId, id);
  const channel = row && (await findAnyChannel(db, channelId));
  return channel && { message: messageView(row), channel };
}
