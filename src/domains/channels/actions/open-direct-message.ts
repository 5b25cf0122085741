import type { Tx } from "../../../declare/tx.ts";
import { ChannelOpened } from "../events.ts";
import type { Channel } from "../model.ts";
import { pairOf } from "../rules/pair.ts";
import { directView } from "../rules/views.ts";
import { insertConversation } from "../store/conversations.ts";
import type { ChannelRow } from "../tables.ts";

/** Begins the conversation of two people, or of one with themselves. Their other devices are told of it too. */
export async function openDirectMessage(
  tx: Tx<typeof ChannelOpened>,
  from: string,
  to: string,
): Promise<Channel> {
  const alone = from === to;
  const row: ChannelRow = {
    id: tx.services.ids.next(),
    kind: alone ? "SavedMessages" : "DirectMessage",
    pair: pairOf(from, to),
    active: 1,
    last_message_id: null,
  };
  const recipients = alone ? [from] : [from, to];
  await insertConversation(tx, row, recipients);
  const channel = directView(row, recipients);
  tx.emit(ChannelOpened, channel, { users: recipients });
  return channel;
}
