import type { Reader } from "../../../declare/tx.ts";
import { listConversations, listServersWithMembership, type SharedChannels } from "../../channels/index.ts";
import type { ChannelUnread } from "../model.ts";
import { unreadViews } from "../rules/unread-view.ts";
import { listUnreadMentions, type UnreadMention } from "../store/unread-mentions.ts";
import { listRead } from "../store/unreads.ts";

/** What the caller has read of the user already. */
interface LoadedServers {
  /** All of them. */
  readonly servers: readonly SharedChannels[];
  visibleChannels(): ReadonlySet<string>;
}

/** How far a user has read each channel, and which later messages mention the user. */
export async function listUnreads(
  db: Reader,
  userId: string,
  loaded?: LoadedServers,
): Promise<ChannelUnread[]> {
  const read = await listRead(db, userId);
  const mentions = await findUnreadMentions(db, userId, loaded);
  return read.length + mentions.length > 0 ? unreadViews(userId, read, mentions) : [];
}

/** Unread messages that mention the user, in the channels that the user can view. */
export async function findUnreadMentions(
  db: Reader,
  userId: string,
  loaded?: LoadedServers,
): Promise<UnreadMention[]> {
  const mentions = await listUnreadMentions(db, userId, loaded?.servers);
  if (mentions.length === 0) return [];
  const visible = loaded?.visibleChannels() ?? (await findVisibleChannels(db, userId));
  return mentions.filter(({ channelId }) => visible.has(channelId));
}

async function findVisibleChannels(db: Reader, userId: string): Promise<ReadonlySet<string>> {
  const servers = await listServersWithMembership(db, userId, db.services.scheduler.start());
  const serverChannels = servers.flatMap(({ channels, member }) => channels.visibleTo(member));
  return new Set([...serverChannels, ...(await listConversations(db, userId))].map(({ _id }) => _id));
}
