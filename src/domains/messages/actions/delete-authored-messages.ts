import type { Tx } from "../../../store/tx.ts";
import type { ChannelUpdated } from "../../conversations/index.ts";
import { MessagesDeleted } from "../events.ts";
import {
  type AuthoredMessages,
  deleteWriter,
  findAuthoredChannel,
  listAuthoredMessages,
} from "../store/authored-messages.ts";
import { removeMessages } from "./remove-messages.ts";
import { repairLastMessages } from "./repair-last-messages.ts";

/** Of one step. Nobody waits for it, and others should not wait either. */
const pace = { look: 2_000, take: 200 };

/** Deletes some of what somebody wrote, and says what may be left of it. */
export async function deleteAuthoredMessages(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  writings: AuthoredMessages,
): Promise<AuthoredMessages | undefined> {
  const channel = await findAuthoredChannel(tx, writings);
  if (channel === undefined) return undefined;
  const { ids: found, next } = await listAuthoredMessages(tx, { ...writings, channelId: channel }, pace);
  if (found.length > 0) {
    const ids = await removeMessages(tx, channel, found);
    tx.emit(MessagesDeleted, { channel, ids });
    await repairLastMessages(
      tx,
      found.map((id) => ({ channel_id: channel, id })),
    );
  }
  if (next !== undefined) return { ...writings, reached: { channelId: channel, id: next } };
  if (writings.from === undefined) await deleteWriter(tx, writings.authorId, channel);
  return { ...writings, reached: { channelId: nextAfter(channel) } };
}

/** The first id that is greater. */
function nextAfter(id: string): string {
  return `${id}0`;
}
