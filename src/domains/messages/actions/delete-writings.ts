import type { Tx } from "../../../declare/tx.ts";
import type { ChannelUpdated } from "../../channels/index.ts";
import { MessagesDeleted } from "../events.ts";
import { listWritings, type Writings } from "../store/writings.ts";
import { mendLastMessages } from "./mend-last-messages.ts";
import { removeMessages } from "./remove-messages.ts";

/** How many messages one transaction deletes. */
const most = 1_000;

/** Deletes the newest of what somebody wrote, and says what may be left of it. */
export async function deleteWritings(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  writings: Writings,
): Promise<Writings | undefined> {
  const found = await listWritings(tx, writings, most);
  for (const [channel, messages] of Map.groupBy(found, ({ channel_id }) => channel_id)) {
    const written = messages.map(({ id }) => id);
    const ids = await removeMessages(tx, channel, written);
    tx.emit(MessagesDeleted, { channel, ids });
  }
  await mendLastMessages(tx, found);
  return found.length === most ? { ...writings, before: found.at(-1)?.id } : undefined;
}
