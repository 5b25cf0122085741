import type { Tx } from "../../../declare/tx.ts";
import { type ChannelDeleted, ChannelUpdated, type GroupLeft } from "../events.ts";
import { ChannelNews } from "../hooks.ts";
import type { Group } from "../model.ts";
import { holdGroup } from "../store/groups.ts";
import { updateChannel } from "../store/text-channels.ts";
import { deleteGroup } from "./delete-group.ts";
import { type Departure, dropRecipient } from "./drop-recipient.ts";

/** Takes somebody out of a group. It goes to the next in line if it was theirs, and goes with the last one. */
export async function leaveGroup(
  tx: Tx<typeof GroupLeft | typeof ChannelUpdated | typeof ChannelDeleted>,
  group: Group,
  departure: Departure,
): Promise<void> {
  const { _id: id, owner, recipients } = group;
  await holdGroup(tx, id);
  const heir = recipients.find((other) => other !== departure.userId);
  if (heir === undefined) return deleteGroup(tx, group);
  if (owner === departure.userId) {
    await updateChannel(tx, id, { owner_id: heir });
    const news = { type: "channel_ownership_changed", from: owner, to: heir } as const;
    await tx.raise(ChannelNews, { channelId: id, news });
    tx.emit(ChannelUpdated, { id, data: { owner: heir }, clear: [] });
  }
  await dropRecipient(tx, group, departure);
}
