import { canViewChannel } from "../../../permissions/servers.ts";
import type { Reader } from "../../../store/tx.ts";
import { overridesOf, type TextChannel } from "../../conversations/index.ts";
import { findMembership } from "../store/server-access.ts";

/** Whether somebody is a member of the channel's server and can view the channel. */
export async function canMemberViewChannel(
  db: Reader,
  channel: TextChannel,
  userId: string,
): Promise<boolean> {
  const standing = (await findMembership(db, channel.server, userId))?.membership;
  return standing?.member !== undefined && canViewChannel(standing, overridesOf(channel));
}
