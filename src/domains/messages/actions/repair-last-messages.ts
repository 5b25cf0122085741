import type { Tx } from "../../../store/tx.ts";
import { ChannelUpdated } from "../../conversations/index.ts";
import { lockServer, readTextChannel } from "../../servers/index.ts";
import type { MessageKey } from "../store/authored-messages.ts";
import { listChannelsEndingIn, setLastMessage } from "../store/last-messages.ts";
import { findLastMessageId } from "../store/messages.ts";

/** Where the last message of a channel is gone, another is the last, or none. */
export async function repairLastMessages(
  tx: Tx<typeof ChannelUpdated>,
  gone: readonly MessageKey[],
): Promise<void> {
  const ended = await listChannelsEndingIn(tx, gone);
  const servers = new Set(ended.flatMap(({ server_id }) => server_id ?? []));
  for (const id of [...servers].sort()) await lockServer(tx, id);
  for (const { id, server_id } of ended) {
    const last_message_id = await findLastMessageId(tx, id);
    await setLastMessage(tx, id, last_message_id);
    const after = server_id === null ? undefined : await readTextChannel(tx, id);
    tx.emit(ChannelUpdated, { id, data: { last_message_id }, clear: [] }, after);
  }
}
