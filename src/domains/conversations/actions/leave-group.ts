import type { Reader, Tx } from "../../../store/tx.ts";
import { isBot, listUsers } from "../../users/index.ts";
import { type ChannelDeleted, ChannelUpdated, type GroupLeft } from "../events.ts";
import { SystemMessageRequested } from "../hooks.ts";
import type { Group } from "../model.ts";
import { updateChannel } from "../store/channels.ts";
import { lockGroup } from "../store/groups.ts";
import { deleteGroup } from "./delete-group.ts";
import { type GroupDeparture, removeFromGroup } from "./remove-from-group.ts";

/** Takes somebody out of a group. It goes to the next in line if it was theirs, and goes with the last one. */
export async function leaveGroup(
  tx: Tx<typeof GroupLeft | typeof ChannelUpdated | typeof ChannelDeleted>,
  group: Group,
  departure: GroupDeparture,
): Promise<void> {
  const { _id: id, owner, recipients } = group;
  await lockGroup(tx, id);
  const others = recipients.filter((other) => other !== departure.userId);
  if (others.length === 0) return deleteGroup(tx, group);
  const heir = owner === departure.userId ? await findHeir(tx, others) : undefined;
  if (heir !== undefined) {
    await updateChannel(tx, id, { owner_id: heir });
    const news = { type: "channel_ownership_changed", from: owner, to: heir } as const;
    await tx.raise(SystemMessageRequested, { channelId: id, systemMessage: news });
    tx.emit(ChannelUpdated, { id, data: { owner: heir }, clear: [] });
  }
  await removeFromGroup(tx, group, departure);
}

/** Bots come last: they can hardly look after a group, and one that was deleted is still in it. */
async function findHeir(db: Reader, others: readonly string[]): Promise<string | undefined> {
  const bots = new Set((await listUsers(db, others)).filter(isBot).map(({ id }) => id));
  return others.find((id) => !bots.has(id)) ?? others[0];
}
