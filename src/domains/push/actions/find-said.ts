import type { Reader } from "../../../store/tx.ts";
import { findAnyChannel } from "../../channels/index.ts";
import type { Channel } from "../../conversations/index.ts";
import { findMessage, type Message, messageView } from "../../messages/index.ts";
import type { MessageNews } from "../model.ts";

export interface Said {
  readonly message: Message;
  readonly channel: Channel;
}

/** A message and where it was said, if it is still there. */
export async function findSaid(
  db: Reader,
  { channel: channelId, message: id }: Pick<MessageNews, "channel" | "message">,
): Promise<Said | undefined> {
  const row = await findMessage(db, channelId, id);
  const channel = row && (await findAnyChannel(db, channelId));
  return channel && { message: messageView(row), channel };
}
