import type { Tx } from "../../../store/tx.ts";
import { ReactionAdded } from "../events.ts";
import { messageView } from "../rules/message-view.ts";
import { mayReactWith } from "../rules/restricted-reactions.ts";
import { insertReaction, listEmojiOn, lockMessage } from "../store/reactions.ts";
import type { MessageRow } from "../tables.ts";
import { assertUsableEmoji } from "./assert-usable.ts";

/** Lets somebody react to a message. Whoever did so already is heard again, but is there once. */
export async function addReaction(
  tx: Tx<typeof ReactionAdded, "NotFound" | "InvalidOperation">,
  message: MessageRow,
  { emoji, userId: user_id }: { readonly emoji: string; readonly userId: string },
): Promise<void> {
  await lockMessage(tx, message);
  const known = await listEmojiOn(tx, message);
  const { message_reactions } = tx.services.config.limits.global;
  if (known.length >= message_reactions && !known.includes(emoji)) throw tx.fail("InvalidOperation");
  if (!mayReactWith(emoji, messageView(message).interactions)) throw tx.fail("InvalidOperation");
  await assertUsableEmoji(tx, emoji);
  const { channel_id, id } = message;
  await insertReaction(tx, { channel_id, message_id: id, emoji, user_id, since: tx.services.ids.next() });
  tx.emit(ReactionAdded, { id, channel_id, user_id, emoji_id: emoji });
}
