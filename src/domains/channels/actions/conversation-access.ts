import type { Reader } from "../../../declare/tx.ts";
import {
  directMessagePermissions,
  groupPermissions,
  savedMessagesPermissions,
} from "../../../permissions/conversations.ts";
import { userPermission } from "../../../permissions/users.ts";
import { findUser, permissionsOn } from "../../users/index.ts";
import type { Channel, Group } from "../model.ts";
import { conversationView } from "../rules/views.ts";
import { listRecipients } from "../store/conversations.ts";
import type { StableChannelRow } from "../tables.ts";

/** A conversation as clients see it, and the permissions that a user has in it. */
export async function resolveConversationAccess(
  db: Reader,
  row: StableChannelRow,
  userId: string,
): Promise<{ readonly channel: Channel; readonly permissions: number }> {
  const recipients = await listRecipients(db, row.id);
  const channel = conversationView(row, recipients);
  const permissions =
    channel.channel_type === "Group"
      ? permissionsInGroup(channel, userId)
      : await directPermissions(db, recipients, userId);
  return { channel, permissions };
}

function permissionsInGroup({ owner, recipients, permissions }: Group, userId: string): number {
  return groupPermissions({ owner: owner === userId, recipient: recipients.includes(userId), permissions });
}

/** Permissions in a direct message, or in saved messages, which have one recipient. */
async function directPermissions(db: Reader, recipients: readonly string[], userId: string): Promise<number> {
  const recipient = recipients.includes(userId);
  const other = recipients.find((id) => id !== userId);
  if (other === undefined) return savedMessagesPermissions(recipient);
  const user = recipient ? await findUser(db, other) : undefined;
  const onOther = user ? (await permissionsOn(db, userId, user)).permissions : 0;
  const maySend = (onOther & userPermission.SendMessage) !== 0;
  return directMessagePermissions({ recipient, maySend });
}
