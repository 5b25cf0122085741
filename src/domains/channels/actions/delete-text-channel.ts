import type { Tx } from "../../../store/tx.ts";
import { releaseFile } from "../../files/index.ts";
import { ChannelDeleted } from "../events.ts";
import { ChannelsDeleted, ServerTouched } from "../hooks.ts";
import type { TextChannel } from "../model.ts";
import { deleteChannel } from "../store/text-channels.ts";

/** Deletes a channel of a server that stays. */
export async function deleteTextChannel(
  tx: Tx<typeof ChannelDeleted>,
  { _id: id, server: serverId, icon }: TextChannel,
): Promise<void> {
  await tx.raise(ServerTouched, { serverId });
  await tx.raise(ChannelsDeleted, { channelIds: [id], serverId });
  tx.emit(ChannelDeleted, { id });
  if (icon) await releaseFile(tx, icon._id);
  await deleteChannel(tx, id);
}
