import type { Tx } from "../../../store/tx.ts";
import { ChannelUpdated } from "../events.ts";
import type { Group } from "../model.ts";
import { updateChannel } from "../store/channels.ts";
import { readGroup } from "../store/groups.ts";

/** Sets what those in a group may do whose it is not; returns what the group is now. */
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
