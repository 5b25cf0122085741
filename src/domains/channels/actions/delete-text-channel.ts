import type { Tx } from "../../../declare/tx.ts";
import { releaseFile } from "../../files/index.ts";
import { findServer, lockServersAnd, ServerUpdated, updateServer } from "../../members/index.ts";
import { ChannelDeleted } from "../events.ts";
import { ChannelsDeleted } from "../hooks.ts";
import type { TextChannel } from "../model.ts";
import { withoutChannels } from "../rules/channel-references.ts";
import { deleteChannelRow } from "../store/channels.ts";
import { listChannelIds } from "../store/text-channels.ts";

/** Deletes one channel of a server. */
export async function deleteTextChannel(
  tx: Tx<typeof ChannelDeleted | typeof ServerUpdated>,
  { _id: id, server: serverId, icon }: TextChannel,
): Promise<void> {
  await Promise.all([
    removeChannelReferences(tx, serverId, [id]),
    // Before the channel is deleted, so that listeners can still read it.
    tx.raise(ChannelsDeleted, { channelIds: [id] }),
  ]);
  tx.emit(ChannelDeleted, { id });
  if (icon) await releaseFile(tx, icon._id);
  await deleteChannelRow(tx, id);
}

/** Removes channels that are about to be deleted from the categories and system messages of their server. */
export async function removeChannelReferences(
  tx: Tx<typeof ServerUpdated>,
  serverId: string,
  channelIds: readonly string[],
): Promise<void> {
  const [server, ids] = await lockServersAnd(tx, [serverId], () =>
    Promise.all([findServer(tx, serverId), listChannelIds(tx, serverId)]),
  );
  if (!server) return;
  const changed = withoutChannels(server, channelIds);
  const columns = Object.entries(changed).map(([column, value]) => [column, JSON.stringify(value)]);
  if (columns.length > 0) await updateServer(tx, serverId, Object.fromEntries(columns));
  const channels = ids.filter((id) => !channelIds.includes(id));
  tx.emit(ServerUpdated, { id: serverId, data: { channels, ...changed }, clear: [] });
}
