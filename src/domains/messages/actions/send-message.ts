import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import type { Tx } from "../../../store/tx.ts";
import type { ChannelUpdated } from "../../conversations/index.ts";
import { findLinks } from "../../unfurl/index.ts";
import type { MessageSent } from "../events.ts";
import { unfurlLinksJob } from "../jobs.ts";
import type { Message } from "../model.ts";
import { attachAuthor } from "./attach-author.ts";
import { composeMessage } from "./compose-message.ts";
import { postMessage } from "./post-message.ts";
import { type SendContext, type SendRequest, type SendTx, validateDraft } from "./validate-draft.ts";

/** Validates a draft and posts it to a channel in which the author may send messages. */
export async function sendMessage(
  tx: SendTx & Tx<typeof MessageSent | typeof ChannelUpdated>,
  context: SendContext,
  request: SendRequest,
): Promise<Message> {
  const { channel } = context;
  const { draft, caller: author } = request;
  const validated = await validateDraft(tx, context, request);
  // At the same time, because neither needs the other and PostgreSQL answers both in one round trip.
  const [{ row, mentions }, attached] = await Promise.all([
    composeMessage(tx, context, { draft, validated, author }),
    author.webhook ? {} : attachAuthor(tx, context, author.userId),
  ]);
  const message = await postMessage(tx, {
    row,
    mentions,
    suppress: validated.suppress,
    author: attached,
    reopens: channel.channel_type === "DirectMessage" && !channel.active,
  });
  await enqueueLinkEmbeds(tx, context, row);
  return message;
}

interface MessageText {
  readonly channel_id: string;
  readonly id: string;
  readonly content: string | null;
}

/** Enqueues the job that adds embeds for the links of a message, if its author may send embeds. */
export function enqueueLinkEmbeds(
  tx: Tx,
  { permissions }: Pick<SendContext, "permissions">,
  { channel_id, id, content }: MessageText,
): Promise<void> | undefined {
  const max = tx.services.config.limits.global.message_embeds;
  if (!includes(permissions, permission.SendEmbeds) || findLinks(content ?? "", max).length === 0)
    return undefined;
  return tx.enqueue(unfurlLinksJob, { channel: channel_id, message: id });
}
