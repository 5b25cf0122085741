import type { Tx } from "../../../store/tx.ts";
import {
  ChannelDeleted,
  ChannelsDeleted,
  deleteChannel,
  type TextChannel,
} from "../../conversations/index.ts";
import { releaseFile } from "../../files/index.ts";
import type { ServerUpdated } from "../events.ts";
import { removeChannelReferences } from "./forget-channels.ts";

/** Deletes a channel of a server that stays. */
export async function deleteTextChannel(
  tx: Tx<typeof ChannelDeleted | typeof ServerUpdated>,
  { _id: id, server: serverId, icon }: TextChannel,
): Promise<void> {
  await removeChannelReferences(tx, serverId, [id]);
  // Before the channel is deleted, so that listeners can still read it.
  await tx.raise(ChannelsDeleted, { channelIds: [id] });
  tx.emit(ChannelDeleted, { id });
  if (icon) await releaseFile(tx, icon._id);
  await deleteChannel(tx, id);
}
