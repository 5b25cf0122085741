import type { Reader } from "../../../declare/tx.ts";
import { memoizeByObject } from "../../../platform/memoize/memoize-by-object.ts";
import type { Channel } from "../../channels/index.ts";
import { listMembersAmong, type MemberWithRoles, memberView } from "../../members/index.ts";
import { listUsers, viewMetUsers } from "../../users/index.ts";
import type { BulkMessageResponse, FoundMessages, Message } from "../model.ts";
import { messageView, messageViews, pageMessageViews, userIdsIn } from "../rules/message-view.ts";
import { listReactions, listReactionsToAll, listReactionsWithin } from "../store/reactions.ts";
import type { MessageRow, PageRow } from "../tables.ts";

export async function viewMessage(db: Reader, row: MessageRow): Promise<Message> {
  return messageView(row, await listReactions(db, row.channel_id, [row.id]));
}

interface MessageViewer {
  readonly db: Reader;
  readonly caller: { readonly userId: string };
  readonly channel: Channel;
  /** Whether the reply contains the users of the messages too. */
  readonly withUsers: boolean | undefined;
}

/** Messages that were found in a channel as clients see them, in the given order. */
export async function viewFoundMessages(
  viewer: MessageViewer,
  rows: readonly MessageRow[],
): Promise<BulkMessageResponse> {
  const ids = rows.map(({ id }) => id);
  return addUsers(viewer, messageViews(rows, await listReactions(viewer.db, viewer.channel._id, ids)));
}

/** The same for a page of the channel, which has all of its messages from one id to another. */
export async function viewPage(
  viewer: MessageViewer,
  rows: readonly PageRow[],
): Promise<BulkMessageResponse> {
  const { db, channel } = viewer;
  const range = rangeOfIds(rows);
  const reactions = range ? await listReactionsWithin(db, channel._id, range) : [];
  // Only the rows of cached pages are frozen, and there this tells it at once.
  const isShared = reactions.length === 0 && !Object.isExtensible(rows);
  const messages = isShared
    ? viewsWithoutReactions(rows, channel._id)
    : pageMessageViews(channel._id, rows, reactions);
  return addUsers(viewer, messages);
}

/** Cached pages come as the same rows again and again. */
const viewsWithoutReactions = memoizeByObject((rows: readonly PageRow[], channelId: string) =>
  pageMessageViews(channelId, rows, []),
);

function rangeOfIds(rows: readonly PageRow[]): readonly [string, string] | undefined {
  const [some] = rows;
  if (!some) return undefined;
  let [first, last] = [some.id, some.id];
  for (const { id } of rows)
    if (id < first) first = id;
    else if (id > last) last = id;
  return [first, last];
}

async function addUsers(
  { db, caller, channel, withUsers = false }: MessageViewer,
  messages: Message[],
): Promise<BulkMessageResponse> {
  if (!withUsers) return messages;
  const userIds = userIdsIn(messages);
  const byId = new Map((await listUsers(db, userIds)).map((user) => [user.id, user]));
  const users = userIds.flatMap((id) => byId.get(id) ?? []);
  // Authors may have left since, so only those who are still here count as sharing a server with the viewer.
  const viewUsers = (met: readonly string[]) => viewMetUsers(db, caller.userId, { users, met });
  if (channel.channel_type !== "TextChannel")
    return { messages, users: await viewUsers("recipients" in channel ? channel.recipients : []) };
  const members = await listMembersAmong(db, channel.server, [...byId.keys()]);
  const met = members.map(({ user_id }) => user_id);
  return { messages, users: await viewUsers(met), members: members.map(memberView) };
}

/** Messages of any channels as clients see them, in the given order. */
export async function viewMessagesOfChannels(
  {
    db,
    caller,
    channels,
    withUsers = false,
  }: Omit<MessageViewer, "channel"> & { readonly channels: readonly Channel[] },
  rows: readonly MessageRow[],
): Promise<Pick<FoundMessages, "messages" | "users" | "members">> {
  const reactions = rows.length > 0 ? await listReactionsToAll(db, rows) : [];
  const messages = messageViews(rows, reactions);
  if (!withUsers) return { messages };
  const users = await listUsers(db, userIdsIn(messages));
  const ids = users.map(({ id }) => id);
  const foundIn = new Set(rows.map(({ channel_id }) => channel_id));
  const found = channels.filter(({ _id }) => foundIn.has(_id));
  const members: MemberWithRoles[] = [];
  for (const serverId of new Set(found.flatMap((channel) => ("server" in channel ? channel.server : []))))
    members.push(...(await listMembersAmong(db, serverId, ids)));
  const recipients = found.flatMap((channel) => ("recipients" in channel ? channel.recipients : []));
  const met = [...new Set([...recipients, ...members.map(({ user_id }) => user_id)])];
  return {
    messages,
    users: await viewMetUsers(db, caller.userId, { users, met }),
    members: members.map(memberView),
  };
}
