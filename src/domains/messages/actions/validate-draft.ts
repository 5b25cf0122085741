import type { Tx } from "../../../store/tx.ts";
import { limitTier } from "../../accounts/index.ts";
import { assertChannelPermission, type ChannelAccess } from "../../channels/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import type { Message } from "../model.ts";
import { draftBytes, isEmptyDraft } from "../rules/draft.ts";
import type { Mentions } from "../rules/mentions.ts";
import { readFlags } from "../rules/message-flags.ts";
import { takeKey } from "../store/sending.ts";
import { assertUsableEmoji } from "./assert-usable.ts";
import { findMentions } from "./find-mentioned.ts";
import { findReplyTargets, type ReplyTargets } from "./find-reply-targets.ts";

/** How a message can be refused, whoever speaks; those who are no bots cannot mention everyone by a flag either. */
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

/** What was found out about a message on the way. */
export interface ValidatedDraft extends ReplyTargets {
  readonly nonce: string | undefined;
  readonly suppress: boolean;
  readonly mentions: Mentions;
}

/** Where somebody speaks, and what they may do there. */
export type SendContext = Pick<ChannelAccess, "channel" | "permissions"> &
  Partial<Pick<ChannelAccess, "member">>;

export interface MessageAuthor {
  /** Of a webhook, its own id. */
  readonly userId: string;
  readonly bot: boolean;
  /** As what a webhook speaks. */
  readonly webhook?: NonNullable<Message["webhook"]>;
}

interface Asked {
  readonly draft: MessageDraft;
  readonly key: string | undefined;
  readonly caller: MessageAuthor;
}

const nothing: ReplyTargets = { replies: [], authors: [] };

/** Whether a message may be sent as it is, by somebody who may send messages here. */
export async function validateDraft(
  tx: SendTx,
  stage: SendContext,
  { draft, key, caller }: Asked,
): Promise<ValidatedDraft> {
  const { fail, services } = tx;
  const { message_reactions, message_replies, message_embeds } = services.config.limits.global;
  const tier = caller.webhook
    ? services.config.limits.default
    : limitTier(caller.userId, services.clock.now(), services.config);
  const { reactions, restrict_reactions: isRestricted = false } = draft.interactions ?? {};
  if (reactions) {
    assertChannelPermission({ fail }, stage, "React");
    const distinct = new Set(reactions);
    if (distinct.size > message_reactions) throw fail("InvalidOperation");
    for (const emoji of distinct) await assertUsableEmoji(tx, emoji);
  }
  if (draftBytes(draft) > tier.message_length) throw fail("PayloadTooLarge");
  const { nonce = key } = draft;
  if (nonce !== undefined && nonce !== key && !(await takeKey(tx, caller.userId, nonce)))
    throw fail("DuplicateNonce");
  if (isEmptyDraft(draft)) throw fail("EmptyMessage");
  const wanted = readFlags(draft.flags, caller);
  if (typeof wanted === "string") throw fail(wanted);
  if (isRestricted && !reactions?.length) throw fail("InvalidProperty");
  const mentions = await findMentions(tx, stage, {
    content: draft.content ?? "",
    everyone: wanted.everyone,
  });
  const { replies: intents = [], attachments = [], embeds = [] } = draft;
  if (intents.length > message_replies) throw fail("TooManyReplies", { max: message_replies });
  const answered = intents.length > 0 ? await findReplyTargets(tx, stage.channel._id, intents) : nothing;
  const { message_attachments } = tier;
  if (attachments.length > message_attachments)
    throw fail("TooManyAttachments", { max: message_attachments });
  if (embeds.length > message_embeds) throw fail("TooManyEmbeds", { max: message_embeds });
  return { ...answered, nonce, suppress: wanted.suppress, mentions };
}
