import type { Reader } from "../../../store/tx.ts";
import type { ChannelUnread } from "../model.ts";
import { UnreadMentions } from "../queries.ts";
import { unreadViews } from "../rules/unread-view.ts";
import { listRead } from "../store/unreads.ts";

/** How far a user has read, and where they were mentioned since; `inView` spares context for their channels. */
export async function listUnreads(
  db: Reader,
  userId: string,
  inView?: ReadonlySet<string>,
): Promise<ChannelUnread[]> {
  const read = await listRead(db, userId);
  const mentions = await db.query(UnreadMentions, { userId, inView });
  return unreadViews(userId, read, mentions.flat());
}
