import type { Tx } from "../../../store/tx.ts";
import { findEmoji } from "../../servers/index.ts";
import { isCustomEmojiId, isUnicodeEmoji } from "../rules/emoji.ts";

/** Whether one can react with it: any emoji there is, and any that somebody made, detached ones too. */
export async function assertUsableEmoji(
  tx: Tx<never, "NotFound" | "InvalidOperation">,
  emoji: string,
): Promise<void> {
  if (isCustomEmojiId(emoji)) {
    if (!(await findEmoji(tx, emoji))) throw tx.fail("NotFound");
  } else if (!isUnicodeEmoji(emoji)) throw tx.fail("InvalidOperation");
}
