import type { Tx } from "../../../store/tx.ts";
import { releaseFilesOf } from "../../files/index.ts";
import { deleteMessages, deleteSomeOfChannel } from "../store/messages.ts";

/** Deletes messages with their files, a thousand at most; returns the ids of those that were in the channel. */
export async function removeMessages(tx: Tx, channelId: string, ids: readonly string[]): Promise<string[]> {
  const gone = new Set(await deleteMessages(tx, channelId, ids));
  await releaseFilesOf(tx, ...gone);
  return ids.filter((id) => gone.has(id));
}

/** The same for as many of a channel's messages as this; says how many they were. */
export async function removeSomeOfChannel(tx: Tx, channelId: string, limit: number): Promise<number> {
  const gone = await deleteSomeOfChannel(tx, channelId, limit);
  await releaseFilesOf(tx, ...gone);
  return gone.length;
}
