import type { Reader } from "../../../store/tx.ts";
import { listConversations } from "../../channels/index.ts";
import { listServersWithMembership, viewableChannels } from "../../servers/index.ts";
import type { Mentioned } from "../../sync/index.ts";
import { findUser } from "../../users/index.ts";
import { listUnreadMentions } from "../store/unread-mentions.ts";

interface Asked {
  readonly userId: string;
  /** Ids of channels. */
  readonly inView?: ReadonlySet<string> | undefined;
}

/** What mentions somebody, is not read, and is where they can see it. */
export async function findUnreadMentions(db: Reader, { userId, inView }: Asked): Promise<Mentioned[]> {
  const mentions = await listUnreadMentions(db, userId);
  if (mentions.length === 0) return [];
  const seen = inView ?? (await findView(db, userId));
  return mentions.filter(({ channelId }) => seen.has(channelId));
}

async function findView(db: Reader, userId: string): Promise<ReadonlySet<string>> {
  const privileged = (await findUser(db, userId))?.privileged === 1;
  const belongings = await listServersWithMembership(db, userId);
  const inServers = belongings.flatMap((belonging) => viewableChannels(belonging, privileged));
  return new Set([...inServers, ...(await listConversations(db, userId))].map(({ _id }) => _id));
}
