import type { Tx } from "../../../store/tx.ts";
import { GroupLeft } from "../events.ts";
import { RecipientRemoved, SystemMessageRequested } from "../hooks.ts";
import type { Group } from "../model.ts";
import { lockGroup, removeRecipient } from "../store/groups.ts";
import type { SystemMessage } from "../system-model.ts";

export interface GroupDeparture {
  readonly userId: string;
  /** What is said of it in the group, if anything is. */
  readonly news?: SystemMessage | undefined;
}

/** Takes somebody out of a group that is not theirs. */
export async function removeFromGroup(
  tx: Tx<typeof GroupLeft>,
  { _id: id }: Pick<Group, "_id">,
  { userId, news }: GroupDeparture,
): Promise<void> {
  await lockGroup(tx, id);
  await removeRecipient(tx, id, userId);
  await tx.raise(RecipientRemoved, { channelId: id, userId });
  tx.emit(GroupLeft, { id, user: userId });
  if (news) await tx.raise(SystemMessageRequested, { channelId: id, news });
}
