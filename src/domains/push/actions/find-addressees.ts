import type { Reader } from "../../../store/tx.ts";
import { actorOf, isForAll } from "../rules/addressees.ts";
import { listSomeHolders, listSomeMembers } from "../store/crowds.ts";
import type { Said } from "./find-said.ts";

/** How many people are looked at in one go. */
const pageSize = 500;

export interface Addressees {
  readonly userIds: readonly string[];
  /** Where to look on, if there may be more. */
  readonly next?: string | undefined;
}

/** Whom a message is for, a page at a time; first those whom it names. Whether they can and want to hear is left open. */
export async function findAddressees(
  db: Reader,
  { message, channel }: Said,
  after: string | undefined,
): Promise<Addressees> {
  const actor = actorOf(message);
  switch (channel.channel_type) {
    case "SavedMessages":
      return { userIds: [] };
    case "DirectMessage":
    case "Group":
      return { userIds: channel.recipients.filter((id) => id !== actor) };
    case "TextChannel": {
      const { mentions = [], role_mentions: roleIds = [] } = message;
      const isMass = isForAll(message) || roleIds.length > 0;
      if (after === undefined)
        return { userIds: mentions.filter((id) => id !== actor), next: isMass ? "" : undefined };
      const page = { after, limit: pageSize };
      const crowd = isForAll(message)
        ? await listSomeMembers(db, channel.server, page)
        : await listSomeHolders(db, { serverId: channel.server, roleIds }, page);
      const named = new Set([...mentions, actor]);
      return {
        userIds: crowd.filter((id) => !named.has(id)),
        next: crowd.length === pageSize ? crowd.at(-1) : undefined,
      };
    }
  }
}
