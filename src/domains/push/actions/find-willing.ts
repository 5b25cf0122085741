import type { Reader } from "../../../declare/tx.ts";
import { maySeeChannel } from "../../../permissions/servers.ts";
import { type Channel, overridesOf } from "../../channels/index.ts";
import { findSeat } from "../../servers/index.ts";
import { listSettings } from "../../sync/index.ts";
import { findRelation } from "../../users/index.ts";
import { isWanted } from "../rules/wanted.ts";
import { listSubscribed } from "../store/devices.ts";

export interface Occasion {
  readonly channel: Channel;
  /** Whose doing it is. */
  readonly by: string;
  readonly isMentioned: (userId: string) => boolean;
}

/** The sessions of those of these users who can know of something in a channel and want to. */
export async function findWilling(
  db: Reader,
  userIds: readonly string[],
  occasion: Occasion,
): Promise<string[]> {
  const byUser = Map.groupBy(await listSubscribed(db, userIds), ({ userId }) => userId);
  const willing: string[] = [];
  for (const [userId, sessions] of byUser) {
    const isWilling =
      (await wants(db, userId, occasion)) &&
      (await findRelation(db, userId, occasion.by)) !== "Blocked" &&
      (await sees(db, userId, occasion.channel));
    if (isWilling) willing.push(...sessions.map(({ sessionId }) => sessionId));
  }
  return willing;
}

async function wants(db: Reader, userId: string, { channel, isMentioned }: Occasion): Promise<boolean> {
  const { notifications } = await listSettings(db, userId, ["notifications"]);
  const saying = {
    channelId: channel._id,
    serverId: channel.channel_type === "TextChannel" ? channel.server : undefined,
    mentioned: isMentioned(userId),
  };
  return isWanted(notifications?.[1], saying, db.services.clock.now());
}

async function sees(db: Reader, userId: string, channel: Channel): Promise<boolean> {
  if (channel.channel_type !== "TextChannel") return true;
  const standing = (await findSeat(db, channel.server, userId))?.standing;
  return standing?.member !== undefined && maySeeChannel(standing, overridesOf(channel));
}
