import type { Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import type { ChannelUpdated } from "../../channels/index.ts";
import { findLinks } from "../../unfurl/index.ts";
import { accountOf } from "../../users/index.ts";
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
  const { channel_id, id, content } = row;
  await enqueueLinkEmbeds(tx, context, {
    channel_id,
    id,
    content,
    author_id: author.creatorId ?? author.userId,
  });
  return message;
}

interface MessageText {
  readonly channel_id: string;
  readonly id: string;
  readonly content: string | null;
  /** A user; for a webhook its creator. */
  readonly author_id: string;
}

/** Enqueues the job that adds embeds for the links of a message, if its author may send embeds. */
export async function enqueueLinkEmbeds(
  tx: Tx,
  { permissions }: Pick<SendContext, "permissions">,
  { channel_id: channel, id: message, content, author_id }: MessageText,
): Promise<void> {
  const max = tx.services.config.limits.global.message_embeds;
  if (!includes(permissions, permission.SendEmbeds) || findLinks(content ?? "", max).length === 0) return;
  await tx.enqueue(unfurlLinksJob, { channel, message, account: await accountOf(tx, author_id) });
}
