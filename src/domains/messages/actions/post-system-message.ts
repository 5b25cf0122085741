import type { Tx } from "../../../store/tx.ts";
import type { SystemMessage } from "../../conversations/index.ts";
import { MessageSent } from "../events.ts";
import { MessagePosted } from "../hooks.ts";
import { systemAuthor } from "../model.ts";
import { setLastMessageIfExists } from "../store/last-messages.ts";
import { insertMessage } from "../store/messages.ts";

/** Posts a system message to a channel; without effect if there is no such channel. */
export async function postSystemMessage(
  tx: Tx<typeof MessageSent>,
  channelId: string,
  system: SystemMessage,
): Promise<void> {
  const id = tx.services.ids.next();
  if (!(await setLastMessageIfExists(tx, channelId, id))) return;
  await insertMessage(tx, {
    channel_id: channelId,
    id,
    author_id: systemAuthor,
    content: null,
    system: JSON.stringify(system),
  });
  tx.emit(MessageSent, { _id: id, channel: channelId, author: systemAuthor, system });
  await tx.raise(MessagePosted, { channelId, messageId: id, authorId: systemAuthor, system });
}
