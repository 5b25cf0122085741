import type { Tx } from "../../../declare/tx.ts";
import { ChannelUpdated, readTextChannel } from "../../channels/index.ts";
import { holdServer } from "../../servers/index.ts";
import { endIn, listEndingIn } from "../store/last-messages.ts";
import { findLastMessageId } from "../store/messages.ts";
import type { MessageKey } from "../store/writings.ts";

/** Where the last message of a channel is gone, another is the last, or none. */
export async function mendLastMessages(
  tx: Tx<typeof ChannelUpdated>,
  gone: readonly MessageKey[],
): Promise<void> {
  const ended = await listEndingIn(tx, gone);
  const servers = new Set(ended.flatMap(({ server_id }) => server_id ?? []));
  for (const id of [...servers].sort()) await holdServer(tx, id);
  for (const { id, server_id } of ended) {
    const last_message_id = await findLastMessageId(tx, id);
    await endIn(tx, id, last_message_id);
    const after = server_id === null ? undefined : await readTextChannel(tx, id);
    tx.emit(ChannelUpdated, { id, data: { last_message_id }, clear: [] }, after);
  }
}
