import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import type { Tx } from "../../../store/tx.ts";
import type { ChannelUpdated } from "../../conversations/index.ts";
import { findLinks } from "../../unfurl/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import type { MessageSent } from "../events.ts";
import { unfurlLinks } from "../jobs.ts";
import type { Message } from "../model.ts";
import { attachAuthor } from "./attach-author.ts";
import { composeMessage } from "./compose-message.ts";
import { postMessage } from "./post-message.ts";
import { type MessageAuthor, type SendContext, type SendTx, validateDraft } from "./validate-draft.ts";

export interface SendRequest {
  readonly draft: MessageDraft;
  /** Idempotency key: a second request of the same author with it is refused. */
  readonly key: string | undefined;
  readonly caller: MessageAuthor;
}

/** Validates a draft and posts it to a channel. The caller has checked the permission to send there. */
export async function sendMessage(
  tx: SendTx & Tx<typeof MessageSent | typeof ChannelUpdated>,
  context: SendContext,
  request: SendRequest,
): Promise<Message> {
  const { channel } = context;
  const { draft, caller } = request;
  const speech = await validateDraft(tx, context, request);
  const { row, mentioned } = await composeMessage(tx, context, { draft, speech, speaker: caller });
  const message = await postMessage(tx, {
    row,
    mentioned,
    quiet: speech.suppress,
    speaker: caller.webhook ? {} : await attachAuthor(tx, context, caller.userId),
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

/** Enqueues the job that embeds what the links of a message lead to, if its author may send embeds. */
export async function enqueueLinkEmbeds(
  tx: Tx,
  { permissions }: Pick<SendContext, "permissions">,
  { channel_id, id, content }: MessageText,
): Promise<void> {
  const max = tx.services.config.limits.global.message_embeds;
  if (!includes(permissions, permission.SendEmbeds) || findLinks(content ?? "", max).length === 0) return;
  await tx.enqueue(unfurlLinks, { channel: channel_id, message: id });
}
