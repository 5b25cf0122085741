import type { Reader, Tx } from "../../../declare/tx.ts";
import { releaseFile } from "../../files/index.ts";
import { isBot, listUsers } from "../../users/index.ts";
import { ChannelDeleted, ChannelUpdated, GroupLeft } from "../events.ts";
import { ChannelActivityHappened, ChannelsDeleted, RecipientRemoved } from "../hooks.ts";
import type { Group } from "../model.ts";
import { deleteChannelRow, updateChannel } from "../store/channels.ts";
import { deleteRecipient, lockConversation } from "../store/groups.ts";
import type { SystemMessage } from "../system-model.ts";

interface GroupDeparture {
  readonly userId: string;
  readonly cause: "left" | "expelled";
  /** Posted in the group. */
  readonly systemMessage?: SystemMessage | undefined;
}

/** Removes a recipient from a group. An owner's group passes to another recipient; the last one deletes it. */
export async function leaveGroup(
  tx: Tx<typeof GroupLeft | typeof ChannelUpdated | typeof ChannelDeleted>,
  group: Group,
  leaver: Omit<GroupDeparture, "cause">,
): Promise<void> {
  const departure = { ...leaver, cause: "left" } as const;
  const { _id: id, owner, recipients } = group;
  await lockConversation(tx, id);
  const others = recipients.filter((other) => other !== departure.userId);
  if (others.length === 0) return deleteGroup(tx, group);
  const successor = owner === departure.userId ? await chooseSuccessor(tx, others) : undefined;
  if (successor !== undefined) {
    await updateChannel(tx, id, { owner_id: successor });
    const systemMessage = { type: "channel_ownership_changed", from: owner, to: successor } as const;
    await tx.raise(ChannelActivityHappened, { channelId: id, systemMessage });
    tx.emit(ChannelUpdated, { id, data: { owner: successor }, clear: [] });
  }
  await removeFromGroup(tx, group, departure);
}

/** Bots come last: they can hardly manage a group, and deleted bots are still recipients. */
async function chooseSuccessor(db: Reader, others: readonly string[]): Promise<string | undefined> {
  const bots = new Set((await listUsers(db, others)).filter(isBot).map(({ id }) => id));
  return others.find((id) => !bots.has(id)) ?? others[0];
}

/** Removes a recipient who is not the owner. */
export async function removeFromGroup(
  tx: Tx<typeof GroupLeft>,
  { _id: id }: Pick<Group, "_id">,
  { userId, cause, systemMessage }: GroupDeparture,
): Promise<void> {
  await lockConversation(tx, id);
  await deleteRecipient(tx, id, userId);
  await tx.raise(RecipientRemoved, { channelId: id, userId, cause });
  tx.emit(GroupLeft, { id, user: userId });
  if (systemMessage) await tx.raise(ChannelActivityHappened, { channelId: id, systemMessage });
}

async function deleteGroup(
  tx: Tx<typeof ChannelDeleted>,
  { _id: id, icon }: Pick<Group, "_id" | "icon">,
): Promise<void> {
  await tx.raise(ChannelsDeleted, { channelIds: [id] });
  tx.emit(ChannelDeleted, { id });
  if (icon) await releaseFile(tx, icon._id);
  await deleteChannelRow(tx, id);
}
