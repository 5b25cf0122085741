import type { Reader } from "../../../declare/tx.ts";
import { actorOf, isForEveryone } from "../rules/recipients.ts";
import { listMembersAfter, listRoleHoldersAfter } from "../store/mentioned-members.ts";
import type { MessageInChannel } from "./find-posted-message.ts";

const pageSize = 500;

interface RecipientPage {
  readonly userIds: readonly string[];
  /** The cursor of the next page, if there may be one. */
  readonly next?: string | undefined;
}

/**
 * Lists the users that a message is for, a page at a time, those whom it mentions by name first. Whether they can see
 * it and want to be notified is not decided here.
 */
export async function findRecipients(
  db: Reader,
  { message, channel }: MessageInChannel,
  after: string | undefined,
): Promise<RecipientPage> {
  const actor = actorOf(message);
  switch (channel.channel_type) {
    case "SavedMessages":
      return { userIds: [] };
    case "DirectMessage":
    case "Group":
      return { userIds: channel.recipients.filter((id) => id !== actor) };
    case "TextChannel": {
      const { mentions = [], role_mentions: roleIds = [] } = message;
      const isMassMention = isForEveryone(message) || roleIds.length > 0;
      if (after === undefined)
        return { userIds: mentions.filter((id) => id !== actor), next: isMassMention ? "" : undefined };
      const page = { after, limit: pageSize };
      const members = isForEveryone(message)
        ? await listMembersAfter(db, channel.server, page)
        : await listRoleHoldersAfter(db, { serverId: channel.server, roleIds }, page);
      const excluded = new Set([...mentions, actor]);
      return {
        userIds: members.filter((id) => !excluded.has(id)),
        next: members.length === pageSize ? members.at(-1) : undefined,
      };
    }
  }
}
