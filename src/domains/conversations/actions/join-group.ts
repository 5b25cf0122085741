import type { Tx } from "../../../declare/tx.ts";
import {
  ChannelActivityHappened,
  ChannelOpened,
  type Group,
  GroupJoined,
  lockConversation,
  readGroup,
} from "../../channels/index.ts";
import { countGroups, insertRecipient } from "../store/groups.ts";

/** Refuses users who are in as many groups as they may. Not for bots, which may be in any number. */
export async function assertRoomForGroup(
  tx: Tx<never, "TooManyChannels">,
  userIds: readonly string[],
): Promise<void> {
  const max = tx.services.config.caps.user_groups;
  if (max === 0) return;
  const groups = await countGroups(tx, userIds);
  if ([...groups.values()].some((count) => count >= max)) throw tx.fail("TooManyChannels", { max });
}

/** Adds a recipient to a group and returns it as it is then. `by` is the user who added or invited them. */
export async function joinGroup(
  tx: Tx<typeof GroupJoined | typeof ChannelOpened, "AlreadyInGroup" | "GroupTooLarge">,
  { _id: id, recipients }: Group,
  { userId, by }: { userId: string; by: string },
): Promise<Group> {
  const max = tx.services.config.limits.global.group_size;
  if (recipients.includes(userId)) throw tx.fail("AlreadyInGroup");
  if (recipients.length >= max) throw tx.fail("GroupTooLarge", { max });
  await lockConversation(tx, id);
  await insertRecipient(tx, id, userId);
  tx.emit(GroupJoined, { id, user: userId });
  await tx.raise(ChannelActivityHappened, {
    channelId: id,
    systemMessage: { type: "user_added", id: userId, by },
  });
  const group = await readGroup(tx, id);
  tx.emit(ChannelOpened, group, { users: [userId] });
  return group;
}
