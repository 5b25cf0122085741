import type { Tx } from "../../../declare/tx.ts";
import type { ChannelUpdated } from "../../channels/index.ts";
import { MessagesDeleted } from "../events.ts";
import { findWritingPlace, forgetWriter, listWritings, type Writings } from "../store/writings.ts";
import { mendLastMessages } from "./mend-last-messages.ts";
import { removeMessages } from "./remove-messages.ts";

/** Of one step. Nobody waits for it, and others should not wait either. */
const pace = { look: 2_000, take: 200 };

/** Deletes some of what somebody wrote, and says what may be left of it. */
export async function deleteWritings(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  writings: Writings,
): Promise<Writings | undefined> {
  const channel = await findWritingPlace(tx, writings);
  if (channel === undefined) return undefined;
  const { ids: found, next } = await listWritings(tx, { ...writings, channelId: channel }, pace);
  if (found.length > 0) {
    const ids = await removeMessages(tx, channel, found);
    tx.emit(MessagesDeleted, { channel, ids });
    await mendLastMessages(
      tx,
      found.map((id) => ({ channel_id: channel, id })),
    );
  }
  if (next !== undefined) return { ...writings, reached: { channelId: channel, id: next } };
  if (writings.from === undefined) await forgetWriter(tx, writings.authorId, channel);
  return { ...writings, reached: { channelId: nextAfter(channel) } };
}

/** The first id that is greater. */
function nextAfter(id: string): string {
  return `${id}0`;
}
