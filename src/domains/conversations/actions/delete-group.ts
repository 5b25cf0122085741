import type { Tx } from "../../../store/tx.ts";
import { releaseFile } from "../../files/index.ts";
import { ChannelDeleted } from "../events.ts";
import { ChannelsDeleted } from "../hooks.ts";
import type { Group } from "../model.ts";
import { deleteChannel } from "../store/channels.ts";

/** Deletes a group that nobody else is in. */
export async function deleteGroup(
  tx: Tx<typeof ChannelDeleted>,
  { _id: id, icon }: Pick<Group, "_id" | "icon">,
): Promise<void> {
  await tx.raise(ChannelsDeleted, { channelIds: [id] });
  tx.emit(ChannelDeleted, { id });
  if (icon) await releaseFile(tx, icon._id);
  await deleteChannel(tx, id);
}
