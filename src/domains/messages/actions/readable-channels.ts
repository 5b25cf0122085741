import type { Reader } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { channelPermissions, type MembershipContext } from "../../../permissions/servers.ts";
import {
  type Channel,
  listConversations,
  listServerChannels,
  listServersWithMembership,
  overridesOf,
  type TextChannel,
} from "../../channels/index.ts";
import { findMembership, type ServerAccess } from "../../members/index.ts";

/** The channels of a server whose history a user may read. */
export async function listReadableInServer(
  db: Reader,
  { server, membership }: ServerAccess,
): Promise<TextChannel[]> {
  return onlyReadable(db, await listServerChannels(db, server.id), membership);
}

/** The same for all servers of a user, and all their conversations; at most one of these, if a channel is given. */
export async function listReadable(db: Reader, userId: string, channelId?: string): Promise<Channel[]> {
  const readable = onlyChannel(await listConversations(db, userId), channelId);
  // Servers need not be read for a channel that is a conversation.
  if (channelId !== undefined && readable.length > 0) return readable;
  const task = db.services.scheduler.start();
  for (const { server, channels, member } of await listServersWithMembership(db, userId, task)) {
    if (channelId !== undefined && !server.channels.includes(channelId)) continue;
    const access = await findMembership(db, server._id, userId);
    if (access) readable.push(...onlyReadable(db, channels.visibleTo(member), access.membership));
    await task.pause();
  }
  return onlyChannel(readable, channelId);
}

/** The one channel that is wanted of those that can be read; all of them, if none is named. */
export function onlyChannel<C extends Channel>(channels: C[], id: string | undefined): C[] {
  return id === undefined ? channels : channels.filter(({ _id }) => _id === id);
}

function onlyReadable(
  db: Reader,
  channels: readonly TextChannel[],
  membership: MembershipContext,
): TextChannel[] {
  const now = db.services.clock.now();
  return channels.filter((channel) =>
    includes(channelPermissions(membership, overridesOf(channel), now), permission.ReadMessageHistory),
  );
}
