import type { Tx } from "../../../declare/tx.ts";
import { ChannelUpdated, readTextChannel } from "../../channels/index.ts";
import { holdServer } from "../../servers/index.ts";
import { MessagesDeleted } from "../events.ts";
import { listEndingIn, setLastMessage } from "../store/last-messages.ts";
import { deleteMessages, findLastMessageId } from "../store/messages.ts";
import { listWritings, type MessageKey, type Writings } from "../store/writings.ts";

/** How many messages one transaction deletes. */
export const most = 1_000;

/** Deletes the newest of what somebody wrote, and says what may be left of it. */
export async function deleteWritings(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  writings: Writings,
): Promise<Writings | undefined> {
  const found = await listWritings(tx, writings, most);
  for (const [channel, messages] of Map.groupBy(found, ({ channel_id }) => channel_id)) {
    const ids = messages.map(({ id }) => id);
    await deleteMessages(tx, channel, ids);
    tx.emit(MessagesDeleted, { channel, ids });
  }
  await mendLastMessages(tx, found);
  return found.length === most ? { ...writings, before: found.at(-1)?.id } : undefined;
}

/** Where the last message of a channel is gone, another is the last, or none. */
async function mendLastMessages(tx: Tx<typeof ChannelUpdated>, gone: readonly MessageKey[]): Promise<void> {
  const ended = await listEndingIn(tx, gone);
  const servers = new Set(ended.flatMap(({ server_id }) => server_id ?? []));
  for (const id of [...servers].sort()) await holdServer(tx, id);
  for (const { id, server_id } of ended) {
    const last_message_id = await findLastMessageId(tx, id);
    await setLastMessage(tx, id, last_message_id);
    const after = server_id === null ? undefined : await readTextChannel(tx, id);
    tx.emit(ChannelUpdated, { id, data: { last_message_id }, clear: [] }, after);
  }
}
