import type { Tx } from "../../../store/tx.ts";
import type { ChannelUpdated } from "../../conversations/index.ts";
import type { MessagesDeleted } from "../events.ts";
import {
  type AuthoredMessages,
  deleteWriter,
  findAuthoredChannel,
  listAuthoredMessages,
} from "../store/authored-messages.ts";
import { deleteBatch } from "./delete-messages.ts";

/** Of one step. Nobody waits for it, and others should not wait either. */
const pace = { look: 2_000, take: 200 };

/** Deletes some of what somebody wrote, and says what may be left of it. */
export async function deleteAuthoredMessages(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  writings: AuthoredMessages,
): Promise<AuthoredMessages | undefined> {
  const channel = await findAuthoredChannel(tx, writings);
  if (channel === undefined) return undefined;
  const { ids, next } = await listAuthoredMessages(tx, { ...writings, channelId: channel }, pace);
  if (ids.length > 0) await deleteBatch(tx, channel, ids);
  if (next !== undefined) return { ...writings, reached: { channelId: channel, id: next } };
  if (writings.from === undefined) await deleteWriter(tx, writings.authorId, channel);
  return { ...writings, reached: { channelId: nextAfter(channel) } };
}

/** The first id that is greater. */
function nextAfter(id: string): string {
  return `${id}0`;
}
