import type { Fail } from "../../../declare/error.ts";
import type { Reader } from "../../../declare/tx.ts";
import type { ReplyIntent } from "../draft-model.ts";
import { findMessage } from "../store/messages.ts";

export interface ReplyTargets {
  /** Ids of the messages that are replied to, without duplicates. */
  readonly replies: readonly string[];
  /** Those of their authors whom the reply mentions. */
  readonly repliedTo: readonly string[];
}

/** Finds the messages of the channel that a draft replies to. */
export async function findReplyTargets(
  { db, fail }: { readonly db: Reader; readonly fail: Fail<"NotFound"> },
  channelId: string,
  intents: readonly ReplyIntent[],
): Promise<ReplyTargets> {
  const replies = new Set<string>();
  const repliedTo: string[] = [];
  for (const { id, mention, fail_if_not_exists: isRequired = true } of intents) {
    const message = await findMessage(db, channelId, id);
    if (!message && isRequired) throw fail("NotFound");
    if (!message) continue;
    replies.add(id);
    if (mention) repliedTo.push(message.author_id);
  }
  return { replies: [...replies], repliedTo };
}
