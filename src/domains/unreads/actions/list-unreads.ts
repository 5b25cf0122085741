import type { Reader } from "../../../store/tx.ts";
import { listConversations } from "../../conversations/index.ts";
import { listServersWithMembership } from "../../servers/index.ts";
import { findUser } from "../../users/index.ts";
import type { ChannelUnread } from "../model.ts";
import { unreadViews } from "../rules/unread-view.ts";
import { listUnreadMentions, type UnreadMention } from "../store/unread-mentions.ts";
import { listRead } from "../store/unreads.ts";

/** How far a user has read each channel, and which later messages mention the user. */
export async function listUnreads(
  db: Reader,
  userId: string,
  visibleChannels?: () => ReadonlySet<string>,
): Promise<ChannelUnread[]> {
  const read = await listRead(db, userId);
  return unreadViews(userId, read, await findUnreadMentions(db, userId, visibleChannels));
}

/** Unread messages that mention the user, in the channels that the user can view. */
export async function findUnreadMentions(
  db: Reader,
  userId: string,
  visibleChannels?: () => ReadonlySet<string>,
): Promise<UnreadMention[]> {
  const mentions = await listUnreadMentions(db, userId);
  if (mentions.length === 0) return [];
  const visible = visibleChannels?.() ?? (await findVisibleChannels(db, userId));
  return mentions.filter(({ channelId }) => visible.has(channelId));
}

async function findVisibleChannels(db: Reader, userId: string): Promise<ReadonlySet<string>> {
  const privileged = (await findUser(db, userId))?.privileged === 1;
  const servers = await listServersWithMembership(db, userId, db.services.scheduler.start());
  const serverChannels = servers.flatMap(({ channels, member }) => channels.visibleTo(member, privileged));
  return new Set([...serverChannels, ...(await listConversations(db, userId))].map(({ _id }) => _id));
}
