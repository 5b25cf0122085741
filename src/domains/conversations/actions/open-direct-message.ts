import type { Tx } from "../../../store/tx.ts";
import { isBot, listUsers } from "../../users/index.ts";
import { ChannelOpened } from "../events.ts";
import type { Channel } from "../model.ts";
import { pairOf } from "../rules/pair.ts";
import { directView } from "../rules/views.ts";
import { insertConversation } from "../store/conversations.ts";

/** Begins the conversation of two people, or of one with themselves. Their other devices are told of it too. */
export async function openDirectMessage(
  tx: Tx<typeof ChannelOpened>,
  from: string,
  to: string,
): Promise<Channel> {
  const alone = from === to;
  const row = {
    id: tx.services.ids.next(),
    kind: alone ? "SavedMessages" : "DirectMessage",
    pair: pairOf(from, to),
    active: 1,
    last_message_id: null,
  } as const;
  const recipients = alone ? [from] : [from, to];
  await insertConversation(tx, row, recipients);
  const channel = directView(row, recipients);
  const withBot = (await listUsers(tx, recipients)).some(isBot);
  tx.emit(ChannelOpened, channel, { users: recipients, withBot });
  return channel;
}
