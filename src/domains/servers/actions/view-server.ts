import type { Reader } from "../../../declare/tx.ts";
import { canViewChannel } from "../../../permissions/servers.ts";
import { onlyViewable, overridesOf, type TextChannel } from "../../conversations/index.ts";
import { findMembership, type ServerAccess } from "../../members/index.ts";
import type { FetchedServer } from "../model.ts";
import { showServer } from "../store/show-server.ts";
import { listServerChannels } from "../store/text-channels.ts";

/** A server, with the channels that the caller can view or with the ids of all channels. */
export async function viewServer(
  db: Reader,
  { server, membership }: ServerAccess,
  { includeChannels }: { readonly includeChannels: boolean | undefined },
): Promise<FetchedServer> {
  const view = await showServer(db, server);
  if (!includeChannels) return view;
  return { ...view, channels: onlyViewable(await listServerChannels(db, server.id), membership) };
}

/** Whether a user is a member of the channel's server and can view the channel. */
export async function canMemberViewChannel(
  db: Reader,
  channel: TextChannel,
  userId: string,
): Promise<boolean> {
  const membership = (await findMembership(db, channel.server, userId))?.membership;
  return membership?.member !== undefined && canViewChannel(membership, overridesOf(channel));
}
