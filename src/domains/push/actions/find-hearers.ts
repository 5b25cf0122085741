import type { Reader } from "../../../store/tx.ts";
import { findAnyChannel } from "../../channels/index.ts";
import type { Channel } from "../../conversations/index.ts";
import { canMemberViewChannel } from "../../servers/index.ts";
import { listSettings } from "../../sync/index.ts";
import { findRelation } from "../../users/index.ts";
import type { News } from "../model.ts";
import { isForAll } from "../rules/addressees.ts";
import { isWanted } from "../rules/wanted.ts";
import { findSaid } from "./find-said.ts";

type Test = (userId: string) => Promise<boolean>;

/**
 * Those of these users who can know of news, and want to. Asked each time that they are sent: since the last time
 * somebody may have left, come back, or blocked somebody.
 */
export async function findHearers(
  db: Reader,
  userIds: ReadonlySet<string>,
  news: News,
): Promise<ReadonlySet<string>> {
  const hears = await findTest(db, news);
  const hearers = new Set<string>();
  for (const userId of userIds) if (await hears(userId)) hearers.add(userId);
  return hearers;
}

async function findTest(db: Reader, news: News): Promise<Test> {
  const isAway = (userId: string) => !db.services.presence.isListening(userId);
  switch (news.kind) {
    case "badge":
      return async () => true;
    case "friend": {
      const relation = news.step === "asked" ? "Incoming" : "Friend";
      return async (userId) => isAway(userId) && (await findRelation(db, userId, news.from)) === relation;
    }
    case "call": {
      const channel = await findAnyChannel(db, news.channel);
      return async (userId) =>
        channel !== undefined && isWilling(db, userId, { channel, by: news.by, mentioned: true });
    }
    case "message": {
      const said = await findSaid(db, news);
      if (!said) return async () => false;
      const { channel, message } = said;
      // In a channel of a server nobody else is looked for.
      const isMentioned = (userId: string) =>
        channel.channel_type === "TextChannel" ||
        isForAll(message) ||
        (message.mentions ?? []).includes(userId);
      return async (userId) =>
        isAway(userId) &&
        isWilling(db, userId, { channel, by: message.author, mentioned: isMentioned(userId) });
    }
  }
}

interface Occasion {
  readonly channel: Channel;
  /** Whose doing it is. */
  readonly by: string;
  readonly mentioned: boolean;
}

async function isWilling(db: Reader, userId: string, { channel, by, mentioned }: Occasion): Promise<boolean> {
  return (
    (await sees(db, userId, channel)) &&
    (await findRelation(db, userId, by)) !== "Blocked" &&
    (await wants(db, userId, { channel, mentioned }))
  );
}

async function sees(db: Reader, userId: string, channel: Channel): Promise<boolean> {
  if (channel.channel_type === "SavedMessages") return false;
  if (channel.channel_type !== "TextChannel") return channel.recipients.includes(userId);
  return canMemberViewChannel(db, channel, userId);
}

async function wants(
  db: Reader,
  userId: string,
  { channel, mentioned }: Pick<Occasion, "channel" | "mentioned">,
): Promise<boolean> {
  const { notifications } = await listSettings(db, userId, ["notifications"]);
  const serverId = channel.channel_type === "TextChannel" ? channel.server : undefined;
  const saying = { channelId: channel._id, serverId, mentioned };
  return isWanted(notifications?.[1], saying, db.services.clock.now());
}
