import type { Reader } from "../../../declare/tx.ts";
import { maySeeChannel } from "../../../permissions/servers.ts";
import { overridesOf, type TextChannel } from "../../channels/index.ts";
import { findSeat } from "../store/standing.ts";

/** Whether somebody is a member of the channel's server and can view the channel. */
export async function seesChannel(db: Reader, channel: TextChannel, userId: string): Promise<boolean> {
  const standing = (await findSeat(db, channel.server, userId))?.standing;
  return standing?.member !== undefined && maySeeChannel(standing, overridesOf(channel));
}
