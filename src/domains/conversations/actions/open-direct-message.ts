import type { Reader, Tx } from "../../../declare/tx.ts";
import { type Channel, ChannelOpened, directView } from "../../channels/index.ts";
import { isBot, listUsers } from "../../users/index.ts";
import { pairOf } from "../rules/conversation.ts";
import { findByPair, insertConversation } from "../store/conversations.ts";

interface OpenSteps {
  authorize(db: Reader): unknown;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  write<T>(work: (tx: Tx<typeof ChannelOpened>) => Promise<T>): Promise<T>;
}

/** Finds or creates the direct message of two users; of a user with themselves, their saved messages. */
export async function openDirectMessage(
  { authorize, read, write }: OpenSteps,
  from: string,
  to: string,
): Promise<Channel> {
  const find = async (db: Reader) => {
    await authorize(db);
    return findByPair(db, pairOf(from, to));
  };
  // Most of them exist already, and a read is enough for these.
  const existing = await read(find);
  return existing ?? write(async (tx) => (await find(tx)) ?? createDirectMessage(tx, from, to));
}

/** The creator gets the event too, for their other devices. */
async function createDirectMessage(tx: Tx<typeof ChannelOpened>, from: string, to: string): Promise<Channel> {
  const alone = from === to;
  const row = {
    id: tx.services.ids.next(),
    kind: alone ? "SavedMessages" : "DirectMessage",
    pair: pairOf(from, to),
    active: 1,
    last_message_id: null,
    greatest_message_id: null,
  } as const;
  const recipients = alone ? [from] : [from, to];
  await insertConversation(tx, row, recipients);
  const channel = directView(row, recipients);
  const withBot = (await listUsers(tx, recipients)).some(isBot);
  tx.emit(ChannelOpened, channel, { users: recipients, withBot });
  return channel;
}
