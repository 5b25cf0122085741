import type { Fail } from "../../../declare/error.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { findEmoji } from "../../members/index.ts";
import { MessageUpdated, ReactionAdded, ReactionRemoved, ReactionsRemoved } from "../events.ts";
import { isCustomEmojiId, isUnicodeEmoji, mayReactWith } from "../rules/emoji.ts";
import { messagePart } from "../rules/message-view.ts";
import { deleteReaction, deleteReactions, insertReaction, listEmojiOn } from "../store/reactions.ts";
import type { MessageRow } from "../tables.ts";

interface UserReaction {
  readonly emoji: string;
  readonly userId: string;
}

/** Adds a user's reaction to a message whose row is locked. A repeated one is announced again and stored once. */
export async function addReaction(
  tx: Tx<typeof ReactionAdded, "NotFound" | "InvalidOperation">,
  message: MessageRow,
  { emoji, userId: user_id }: UserReaction,
): Promise<void> {
  const present = await listEmojiOn(tx, message);
  const { message_reactions } = tx.services.config.limits.global;
  if (present.length >= message_reactions && !present.includes(emoji)) throw tx.fail("InvalidOperation");
  if (!mayReactWith(emoji, messagePart(message, "interactions"))) throw tx.fail("InvalidOperation");
  await assertUsableEmoji({ db: tx, fail: tx.fail }, emoji);
  const { channel_id, id } = message;
  await insertReaction(tx, { channel_id, message_id: id, emoji, user_id, since: tx.services.ids.next() });
  tx.emit(ReactionAdded, { id, channel_id, user_id, emoji_id: emoji });
}

interface ReactionRemoval {
  readonly emoji: string;
  readonly of: "everybody" | { readonly userId: string };
}

/** Removes the reactions with one emoji to a message whose row is locked: a user's, or everybody's. */
export async function removeReactions(
  tx: Tx<typeof ReactionRemoved | typeof ReactionsRemoved, "NotFound">,
  message: MessageRow,
  { emoji, of }: ReactionRemoval,
): Promise<void> {
  const { channel_id, id } = message;
  if (of === "everybody") {
    await deleteReactions(tx, message, emoji);
    tx.emit(ReactionsRemoved, { id, channel_id, emoji_id: emoji });
    return;
  }
  const { userId: user_id } = of;
  const existed = await deleteReaction(tx, { channel_id, message_id: id, emoji, user_id });
  if (!existed) throw tx.fail("NotFound");
  tx.emit(ReactionRemoved, { id, channel_id, user_id, emoji_id: emoji });
}

/** Removes all reactions to a message whose row is locked. */
export async function clearReactions(tx: Tx<typeof MessageUpdated>, message: MessageRow): Promise<void> {
  await deleteReactions(tx, message);
  const { id, channel_id: channel } = message;
  tx.emit(MessageUpdated, { id, channel, data: { reactions: {} }, clear: [] });
}

/** Accepts any emoji of Unicode, and any custom emoji that exists, also one that its server has removed. */
export async function assertUsableEmoji(
  { db, fail }: { readonly db: Reader; readonly fail: Fail<"NotFound" | "InvalidOperation"> },
  emoji: string,
): Promise<void> {
  if (isCustomEmojiId(emoji)) {
    if (!(await findEmoji(db, emoji))) throw fail("NotFound");
  } else if (!isUnicodeEmoji(emoji)) throw fail("InvalidOperation");
}
