import type { Reader } from "../../../store/tx.ts";
import type { ChannelUnread } from "../model.ts";
import { unreadViews } from "../rules/unread-view.ts";
import { listRead } from "../store/unreads.ts";
import { findUnreadMentions } from "./find-unread-mentions.ts";

/** How far a user has read each channel, and which later messages mention the user. */
export async function listUnreads(
  db: Reader,
  userId: string,
  visibleChannels?: ReadonlySet<string>,
): Promise<ChannelUnread[]> {
  const read = await listRead(db, userId);
  return unreadViews(userId, read, await findUnreadMentions(db, userId, visibleChannels));
}
