import type { Tx } from "../../../store/tx.ts";
import { ChannelOpened } from "../events.ts";
import type { Group, NewGroup } from "../model.ts";
import { insertConversation } from "../store/conversations.ts";
import { readGroup } from "../store/groups.ts";
import { claimIcon } from "./claim-icon.ts";

/** Begins a group, of which all its people are told. It belongs to the first of them. */
export async function createGroup(
  tx: Tx<typeof ChannelOpened, "NotFound">,
  { name, description, icon, nsfw }: Omit<NewGroup, "users">,
  [owner, ...others]: readonly [string, ...string[]],
): Promise<Group> {
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
