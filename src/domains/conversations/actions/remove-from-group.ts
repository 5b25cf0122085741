import type { Tx } from "../../../store/tx.ts";
import { GroupLeft } from "../events.ts";
import { RecipientRemoved, SystemMessageRequested } from "../hooks.ts";
import type { Group } from "../model.ts";
import { lockGroup, removeRecipient } from "../store/groups.ts";
import type { SystemMessage } from "../system-model.ts";

export interface GroupDeparture {
  readonly userId: string;
  /** Posted in the group. */
  readonly systemMessage?: SystemMessage | undefined;
}

/** Takes somebody out of a group that is not theirs. */
export async function removeFromGroup(
  tx: Tx<typeof GroupLeft>,
  { _id: id }: Pick<Group, "_id">,
  { userId, systemMessage }: GroupDeparture,
): Promise<void> {
  await lockGroup(tx, id);
  await removeRecipient(tx, id, userId);
  await tx.raise(RecipientRemoved, { channelId: id, userId });
  tx.emit(GroupLeft, { id, user: userId });
  if (systemMessage) await tx.raise(SystemMessageRequested, { channelId: id, systemMessage });
}
