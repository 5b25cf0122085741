import type { Tx } from "../../../declare/tx.ts";
import { releaseFile } from "../../files/index.ts";
import { ChannelUpdated } from "../events.ts";
import { ChannelNews } from "../hooks.ts";
import type { ChannelEdit, Group } from "../model.ts";
import { planChannelEdit } from "../rules/channel-edit.ts";
import { newsOfEdit } from "../rules/group-news.ts";
import { holdGroup, readGroup } from "../store/groups.ts";
import { updateChannel } from "../store/text-channels.ts";
import type { ChannelRow } from "../tables.ts";
import { claimIcon } from "./claim-icon.ts";

/** Changes a group as the editor wishes, and says in it what changed; returns what it is now. */
export async function editGroup(
  tx: Tx<typeof ChannelUpdated, "NotFound">,
  { row, channel }: { row: ChannelRow; channel: Group },
  { edit, editor }: { edit: ChannelEdit; editor: string },
): Promise<Group> {
  const { id } = row;
  await holdGroup(tx, id);
  const icon = await claimIcon(tx, edit.icon, { by: id, uploader: editor });
  // Of channels of servers alone.
  const { voice: _, slowmode: __, ...ofGroups } = edit;
  const { changes, data, clear, before } = planChannelEdit(row, ofGroups, icon);
  if (Object.keys(changes).length === 0) return channel;
  await updateChannel(tx, id, changes);
  if (before.icon) await releaseFile(tx, before.icon._id);
  for (const news of newsOfEdit(data, { owner: channel.owner, by: editor }))
    await tx.raise(ChannelNews, { channelId: id, news });
  tx.emit(ChannelUpdated, { id, data, clear });
  return readGroup(tx, id);
}
