import type { Tx } from "../../../store/tx.ts";
import { releaseFile } from "../../files/index.ts";
import { ChannelUpdated } from "../events.ts";
import { SystemMessageRequested } from "../hooks.ts";
import type { ChannelEdit, Group } from "../model.ts";
import { planChannelEdit } from "../rules/channel-edit.ts";
import { systemMessagesOfEdit } from "../rules/group-system-messages.ts";
import { updateChannel } from "../store/channels.ts";
import { readGroup } from "../store/groups.ts";
import type { ChannelRow } from "../tables.ts";
import { claimIcon } from "./claim-icon.ts";

/** Changes a group as the editor wishes, and says in it what changed; returns what it is now. */
export async function editGroup(
  tx: Tx<typeof ChannelUpdated, "NotFound">,
  { row, channel }: { row: ChannelRow; channel: Group },
  { edit, editor }: { edit: ChannelEdit; editor: string },
): Promise<Group> {
  const { id } = row;
  const icon = await claimIcon(tx, edit.icon, { by: id, uploader: editor });
  // Of channels of servers alone.
  const { voice: _, slowmode: __, ...ofGroups } = edit;
  const { changes, data, clear, before } = planChannelEdit(row, ofGroups, icon);
  if (Object.keys(changes).length === 0) return channel;
  await updateChannel(tx, id, changes);
  if (before.icon) await releaseFile(tx, before.icon._id);
  for (const news of systemMessagesOfEdit(data, { owner: channel.owner, by: editor }))
    await tx.raise(SystemMessageRequested, { channelId: id, systemMessage: news });
  tx.emit(ChannelUpdated, { id, data, clear });
  return readGroup(tx, id);
}
