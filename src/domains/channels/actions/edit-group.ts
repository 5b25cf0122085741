import type { Tx } from "../../../declare/tx.ts";
import type { File } from "../../../protocol/file.ts";
import { claimFile, releaseFile } from "../../files/index.ts";
import { ChannelUpdated } from "../events.ts";
import { ChannelActivityHappened } from "../hooks.ts";
import type { ChannelEdit, Group } from "../model.ts";
import { planChannelEdit } from "../rules/channel-edit.ts";
import { systemMessagesOfEdit } from "../rules/group-edit.ts";
import { updateChannel } from "../store/channels.ts";
import { readGroup } from "../store/groups.ts";
import type { ChannelRow } from "../tables.ts";

/** Edits a group and posts system messages about the changes; returns the group as it is then. */
export async function editGroup(
  tx: Tx<typeof ChannelUpdated, "NotFound">,
  { row, channel }: { row: ChannelRow; channel: Group },
  { edit, editor }: { edit: ChannelEdit; editor: string },
): Promise<Group> {
  const { id } = row;
  const icon = await claimIcon(tx, edit.icon, { by: id, uploader: editor });
  // Only channels of servers have these two.
  const { voice: _, slowmode: __, ...groupEdit } = edit;
  const { changes, data, clear, before } = planChannelEdit(row, groupEdit, icon);
  if (Object.keys(changes).length === 0) return channel;
  await updateChannel(tx, id, changes);
  if (before.icon) await releaseFile(tx, before.icon._id);
  for (const systemMessage of systemMessagesOfEdit(data, { owner: channel.owner, by: editor }))
    await tx.raise(ChannelActivityHappened, { channelId: id, systemMessage });
  tx.emit(ChannelUpdated, { id, data, clear });
  return readGroup(tx, id);
}

/** Sets the permissions of a group's recipients other than its owner; returns the group as it is then. */
export async function setGroupPermissions(
  tx: Tx<typeof ChannelUpdated>,
  group: Group,
  permissions: number,
): Promise<Group> {
  const { _id: id } = group;
  if (group.permissions === permissions) return group;
  await updateChannel(tx, id, { permissions });
  tx.emit(ChannelUpdated, { id, data: { permissions }, clear: [] });
  return readGroup(tx, id);
}

/** Makes an upload the icon of a channel, if one is given. */
export async function claimIcon(
  tx: Tx<never, "NotFound">,
  icon: string | undefined,
  { by, uploader }: { by: string; uploader: string },
): Promise<File | undefined> {
  return icon === undefined ? undefined : claimFile(tx, { id: icon, use: "ChannelIcon", by, uploader });
}
