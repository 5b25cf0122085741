import type { Tx } from "../../../declare/tx.ts";
import { GroupLeft } from "../events.ts";
import { ChannelNews, RecipientGone } from "../hooks.ts";
import type { Group } from "../model.ts";
import { holdGroup, removeRecipient } from "../store/groups.ts";
import type { SystemMessage } from "../system-model.ts";

export interface Departure {
  readonly userId: string;
  /** What is said of it in the group, if anything is. */
  readonly news?: SystemMessage | undefined;
}

/** Takes somebody out of a group that is not theirs. */
export async function dropRecipient(
  tx: Tx<typeof GroupLeft>,
  { _id: id }: Pick<Group, "_id">,
  { userId, news }: Departure,
): Promise<void> {
  await holdGroup(tx, id);
  await removeRecipient(tx, id, userId);
  await tx.raise(RecipientGone, { channelId: id, userId });
  tx.emit(GroupLeft, { id, user: userId });
  if (news) await tx.raise(ChannelNews, { channelId: id, news });
}
