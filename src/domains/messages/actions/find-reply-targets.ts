import type { Tx } from "../../../store/tx.ts";
import type { ReplyIntent } from "../draft-model.ts";
import { findMessage } from "../store/messages.ts";

export interface ReplyTargets {
  /** Ids of the messages, each once. */
  readonly replies: readonly string[];
  /** Those of their authors who are to be told. */
  readonly authors: readonly string[];
}

/** The messages of this channel that are answered. */
export async function findReplyTargets(
  tx: Tx<never, "NotFound">,
  channelId: string,
  intents: readonly ReplyIntent[],
): Promise<ReplyTargets> {
  const replies = new Set<string>();
  const authors: string[] = [];
  for (const { id, mention, fail_if_not_exists: isNeeded = true } of intents) {
    const message = await findMessage(tx, channelId, id);
    if (!message && isNeeded) throw tx.fail("NotFound");
    if (!message) continue;
    replies.add(id);
    if (mention) authors.push(message.author_id);
  }
  return { replies: [...replies], authors };
}
