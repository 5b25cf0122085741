import type { Reader, Tx } from "../../../declare/tx.ts";
import type { Group } from "../model.ts";
import { groupView } from "../rules/views.ts";
import type { ChannelsTables } from "../tables.ts";
import { findChannel } from "./channels.ts";
import { listRecipients } from "./conversations.ts";

export async function findGroup(db: Reader, id: string): Promise<Group | undefined> {
  const row = await findChannel(db, id);
  return row?.kind === "Group" ? groupView(row, await listRecipients(db, id)) : undefined;
}

/** The same for a group that exists, because this transaction has just written to it. */
export async function readGroup(db: Reader, id: string): Promise<Group> {
  const group = await findGroup(db, id);
  if (!group) throw new Error(`${id} vanished`);
  return group;
}

/**
 * Locks the rows of conversations, a thousand at most, until the transaction ends. Every change of a group locks it
 * first: a new recipient gets the whole group in one event, and must not miss a change that another transaction makes at
 * that moment.
 */
export async function lockConversation(tx: Tx, ...ids: readonly string[]): Promise<void> {
  const locked = tx
    .sql<ChannelsTables>()
    .updateTable("channels")
    .set(({ ref }) => ({ active: ref("active") }));
  await locked.where("id", "in", ids).execute();
}

export async function deleteRecipient(tx: Tx, channelId: string, userId: string): Promise<void> {
  const rows = tx.sql<ChannelsTables>().deleteFrom("channel_recipients");
  await rows.where("channel_id", "=", channelId).where("user_id", "=", userId).execute();
}
