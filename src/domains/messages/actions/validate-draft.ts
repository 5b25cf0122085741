import type { Tx } from "../../../declare/tx.ts";
import { limitTier } from "../../accounts/index.ts";
import { assertChannelPermission, type ChannelAccess } from "../../channels/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import type { Message } from "../model.ts";
import { draftBytes, isEmptyDraft, readFlags } from "../rules/draft.ts";
import { takeKey } from "../store/sending.ts";
import { findReplyTargets, type ReplyTargets } from "./find-reply-targets.ts";
import { assertUsableEmoji } from "./reactions.ts";
import { checkMentions } from "./resolve-mentions.ts";

/** The errors of sending a message. Users may get IsNotBot too, for a flag that only bots and webhooks may set. */
export const sendErrors = [
  "NotFound",
  "MissingPermission",
  "InvalidOperation",
  "InvalidProperty",
  "DuplicateNonce",
  "EmptyMessage",
  "PayloadTooLarge",
  "TooManyReplies",
  "TooManyAttachments",
  "TooManyEmbeds",
] as const;

export type SendTx = Tx<never, (typeof sendErrors)[number] | "IsNotBot">;

/** The channel of a message, and the permissions of its author there. */
export type SendContext = Pick<ChannelAccess, "channel" | "permissions"> &
  Partial<Pick<ChannelAccess, "member">>;

export interface MessageAuthor {
  /** The id of a user or a webhook. */
  readonly userId: string;
  readonly bot: boolean;
  /** Set for webhooks: how the message shows them. */
  readonly webhook?: NonNullable<Message["webhook"]>;
  /** Set for webhooks: the user who created it. */
  readonly creatorId?: string;
}

export interface SendRequest {
  readonly draft: MessageDraft;
  /** Idempotency key: a second request of the same author with it is refused. */
  readonly key: string | undefined;
  readonly author: MessageAuthor;
}

const noReplies: ReplyTargets = { replies: [], repliedTo: [] };

/** Checks everything about a draft but the permissions that its route declares, and returns what it found. */
export async function validateDraft(tx: SendTx, context: SendContext, { draft, key, author }: SendRequest) {
  const { fail, services } = tx;
  const { message_reactions, message_replies, message_embeds } = services.config.limits.global;
  const tier = author.webhook
    ? services.config.limits.default
    : limitTier(author.userId, services.clock.now(), services.config);
  const { reactions, restrict_reactions: isRestricted = false } = draft.interactions ?? {};
  if (reactions) {
    assertChannelPermission(tx, context, "React");
    const distinct = new Set(reactions);
    if (distinct.size > message_reactions) throw fail("InvalidOperation");
    for (const emoji of distinct) await assertUsableEmoji(tx, emoji);
  }
  if (draftBytes(draft) > tier.message_length) throw fail("PayloadTooLarge");
  const { nonce = key } = draft;
  if (nonce !== undefined && nonce !== key && !(await takeKey(tx, author.userId, nonce)))
    throw fail("DuplicateNonce");
  if (isEmptyDraft(draft)) throw fail("EmptyMessage");
  const flags = readFlags(draft.flags, author);
  if (typeof flags === "string") throw fail(flags);
  if (isRestricted && !reactions?.length) throw fail("InvalidProperty");
  const mentions = await checkMentions(tx, context, {
    content: draft.content ?? "",
    everyone: flags.everyone,
  });
  const { replies: intents = [], attachments = [], embeds = [] } = draft;
  if (intents.length > message_replies) throw fail("TooManyReplies", { max: message_replies });
  const { replies, repliedTo } =
    intents.length > 0 ? await findReplyTargets(tx, context.channel._id, intents) : noReplies;
  const { message_attachments } = tier;
  if (attachments.length > message_attachments)
    throw fail("TooManyAttachments", { max: message_attachments });
  if (embeds.length > message_embeds) throw fail("TooManyEmbeds", { max: message_embeds });
  return { replies, repliedTo, nonce, suppress: flags.suppress, mentions };
}
