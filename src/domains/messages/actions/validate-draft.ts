import type { Tx } from "../../../declare/tx.ts";
import { type MaybePromise, mapMaybe } from "../../../platform/concurrency/maybe-promise.ts";
import { limitTier } from "../../accounts/index.ts";
import { assertChannelPermission, type ChannelAccess } from "../../channels/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import type { Message } from "../model.ts";
import { draftBytes, isEmptyDraft, readFlags } from "../rules/draft.ts";
import type { Mentions } from "../rules/mentions.ts";
import { takeKey } from "../store/sending.ts";
import { checkEmoji } from "./check-emoji.ts";
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

export interface ValidDraft extends ReplyTargets {
  readonly nonce: string | undefined;
  readonly suppress: boolean;
  readonly mentions: Mentions;
}

/** Checks everything about a draft but the permissions that its route declares, and returns what it found. */
export function validateDraft(
  tx: SendTx,
  context: SendContext,
  { draft, key, author }: SendRequest,
): MaybePromise<ValidDraft> {
  const { fail, services } = tx;
  const { message_replies, message_embeds } = services.config.limits.global;
  const { message_length, message_attachments } = author.webhook
    ? services.config.limits.default
    : limitTier(author.userId, services.clock.now(), services.config);
  const { reactions, restrict_reactions: isRestricted = false } = draft.interactions ?? {};
  const { nonce = key, replies: intents = [], attachments = [], embeds = [] } = draft;
  const takeNonce = () => {
    if (draftBytes(draft) > message_length) throw fail("PayloadTooLarge");
    return nonce === undefined || nonce === key || takeKey(tx, author.userId, nonce);
  };
  const readMentions = (isNew: boolean) => {
    if (!isNew) throw fail("DuplicateNonce");
    if (isEmptyDraft(draft)) throw fail("EmptyMessage");
    const flags = readFlags(draft.flags, author);
    if (typeof flags === "string") throw fail(flags);
    if (isRestricted && !reactions?.length) throw fail("InvalidProperty");
    const { everyone, suppress } = flags;
    const checked = checkMentions(tx, context, { content: draft.content ?? "", everyone });
    return mapMaybe(checked, (mentions) =>
      mapMaybe(checkEmoji(tx, context, draft), () => findReplies(mentions, suppress)),
    );
  };
  const findReplies = (mentions: Mentions, suppress: boolean) => {
    if (intents.length > message_replies) throw fail("TooManyReplies", { max: message_replies });
    const found = intents.length > 0 ? findReplyTargets(tx, context.channel._id, intents) : noReplies;
    return mapMaybe(found, ({ replies, repliedTo }) => {
      if (attachments.length > message_attachments)
        throw fail("TooManyAttachments", { max: message_attachments });
      if (embeds.length > message_embeds) throw fail("TooManyEmbeds", { max: message_embeds });
      return { replies, repliedTo, nonce, suppress, mentions };
    });
  };
  const checked = reactions && checkReactions(tx, context, reactions);
  return mapMaybe(mapMaybe(checked, takeNonce), readMentions);
}

async function checkReactions(tx: SendTx, context: SendContext, reactions: readonly string[]): Promise<void> {
  assertChannelPermission(tx, context, "React");
  const distinct = new Set(reactions);
  if (distinct.size > tx.services.config.limits.global.message_reactions) throw tx.fail("InvalidOperation");
  for (const emoji of distinct) await assertUsableEmoji(tx, emoji);
}
