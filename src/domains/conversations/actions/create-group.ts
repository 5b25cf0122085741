import type { Tx } from "../../../declare/tx.ts";
import { ChannelOpened, claimIcon, type Group, readGroup } from "../../channels/index.ts";
import { listRelations } from "../../users/index.ts";
import type { NewGroup } from "../model.ts";
import { newRecipients } from "../rules/groups.ts";
import { insertConversation } from "../store/conversations.ts";
import { assertRoomForGroup } from "./join-group.ts";

type CreateTx = Tx<typeof ChannelOpened, "NotFound" | "NotFriends" | "GroupTooLarge" | "TooManyChannels">;

/** Creates a group of a user and some of their friends. */
export async function createGroup(
  tx: CreateTx,
  owner: string,
  { users, name, description, icon, nsfw }: NewGroup,
): Promise<Group> {
  const others = newRecipients(owner, users);
  await assertFriends(tx, owner, others);
  const max = tx.services.config.limits.global.group_size;
  if (others.length + 1 > max) throw tx.fail("GroupTooLarge", { max });
  await assertRoomForGroup(tx, [owner, ...others]);
  const id = tx.services.ids.next();
  const claimed = await claimIcon(tx, icon, { by: id, uploader: owner });
  const row = {
    id,
    kind: "Group",
    active: 1,
    name,
    description: description ?? null,
    icon: claimed ? JSON.stringify(claimed) : null,
    nsfw: Number(nsfw ?? false),
    owner_id: owner,
  } as const;
  const recipients = [owner, ...others];
  await insertConversation(tx, row, recipients);
  const group = await readGroup(tx, id);
  tx.emit(ChannelOpened, group, { users: recipients });
  return group;
}

async function assertFriends(tx: CreateTx, userId: string, others: readonly string[]): Promise<void> {
  const relations = await listRelations(tx, userId);
  const friends = new Set(
    relations.filter(({ status }) => status === "Friend").map(({ other_id }) => other_id),
  );
  if (!others.every((id) => friends.has(id))) throw tx.fail("NotFriends");
}
