import type { Reader } from "../../../store/tx.ts";
import type { Channel } from "../../conversations/index.ts";
import { listMembersAmong, memberView } from "../../servers/index.ts";
import { listUsers, viewMetUsers } from "../../users/index.ts";
import type { BulkMessageResponse } from "../bulk-model.ts";
import type { Message } from "../model.ts";
import { messageView, messageViews } from "../rules/message-view.ts";
import { peopleIn } from "../rules/people-in.ts";
import { listReactions } from "../store/reactions.ts";
import type { MessageRow } from "../tables.ts";

export async function viewMessage(db: Reader, row: MessageRow): Promise<Message> {
  return messageView(row, await listReactions(db, row.channel_id, [row.id]));
}

interface Seeing {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly channel: Channel;
  /** Whether those are shown too whom the messages are from and about. */
  readonly withPeople: boolean | undefined;
}

/** Messages of a channel as they are shown, in the order in which they were found. */
export async function viewMessages(
  { db, caller, channel, withPeople = false }: Seeing,
  rows: readonly MessageRow[],
): Promise<BulkMessageResponse> {
  const ids = rows.map(({ id }) => id);
  const messages = messageViews(rows, await listReactions(db, channel._id, ids));
  if (!withPeople) return messages;
  const people = peopleIn(messages);
  const known = new Map((await listUsers(db, people)).map((user) => [user.id, user]));
  const users = people.flatMap((id) => known.get(id) ?? []);
  // Who wrote here once may have left since.
  const see = (met: readonly string[]) => viewMetUsers(db, caller.userId, { users, met });
  if (channel.channel_type !== "TextChannel")
    return { messages, users: await see("recipients" in channel ? channel.recipients : []) };
  const members = await listMembersAmong(db, channel.server, [...known.keys()]);
  const met = members.map(({ user_id }) => user_id);
  return { messages, users: await see(met), members: members.map(memberView) };
}
