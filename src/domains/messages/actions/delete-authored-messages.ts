import type { Tx } from "../../../declare/tx.ts";
import type { ChannelUpdated } from "../../channels/index.ts";
import type { MessagesDeleted } from "../events.ts";
import {
  type AuthoredMessages,
  deleteWriter,
  findAuthoredChannel,
  listAuthoredMessages,
} from "../store/authored-messages.ts";
import { deleteBatch } from "./delete-messages.ts";

/** Keeps each transaction short, so that other writers do not wait for it. */
const batch = { scan: 2_000, delete: 200 };

/** Deletes one batch of an author's messages; returns the selection of those that may be left. */
export async function deleteAuthoredMessages(
  tx: Tx<typeof MessagesDeleted | typeof ChannelUpdated>,
  selection: AuthoredMessages,
): Promise<AuthoredMessages | undefined> {
  const channel = await findAuthoredChannel(tx, selection);
  if (channel === undefined) return undefined;
  const { ids, next } = await listAuthoredMessages(tx, { ...selection, channelId: channel }, batch);
  if (ids.length > 0) await deleteBatch(tx, channel, ids);
  if (next !== undefined) return { ...selection, reached: { channelId: channel, id: next } };
  if (selection.from === undefined) await deleteWriter(tx, selection.authorId, channel);
  return { ...selection, reached: { channelId: nextAfter(channel) } };
}

/** The smallest text that is greater. */
function nextAfter(id: string): string {
  return `${id}0`;
}
