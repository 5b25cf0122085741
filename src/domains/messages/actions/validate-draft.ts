import type { Fail } from "../../../declare/error.ts";
import type { Reader, Tx } from "../../../declare/tx.ts";
import { limitTier } from "../../accounts/index.ts";
import { assertChannelPermission, type ChannelAccess } from "../../channels/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import type { Message } from "../model.ts";
import { draftBytes, isEmptyDraft, readFlags } from "../rules/draft.ts";
import type { Mentions } from "../rules/mentions.ts";
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

type SendError = (typeof sendErrors)[number] | "IsNotBot";

export type SendTx = Tx<never, SendError>;

/** What validation reads from, and fails with. */
export interface SendReader {
  readonly db: Reader;
  readonly fail: Fail<SendError>;
}

/** The channel of a message, and the permissions of its author there. */
export type SendContext = Pick<ChannelAccess, "channel" | "permissions"> &
  Partial<Pick<ChannelAccess, "member">>;

interface MessageAuthor {
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

/**
 * Checks everything about a draft but the permissions that its route declares, and returns what it found. `takeNonce`
 * tells whether the author has not used a nonce before.
 */
export async function validateDraft(
  { db, fail }: SendReader,
  context: SendContext,
  { draft, key, author }: SendRequest,
  takeNonce: (nonce: string) => Promise<boolean>,
): Promise<ValidDraft> {
  const { config, clock } = db.services;
  const { message_replies, message_embeds } = config.limits.global;
  const { message_length, message_attachments } = author.webhook
    ? config.limits.default
    : limitTier(author.userId, clock.now(), config);
  const { reactions, restrict_reactions: isRestricted = false } = draft.interactions ?? {};
  const { nonce = key, replies: intents = [], attachments = [], embeds = [] } = draft;
  if (reactions) await checkReactions({ db, fail }, context, reactions);
  if (draftBytes(draft) > message_length) throw fail("PayloadTooLarge");
  if (nonce !== undefined && nonce !== key && !(await takeNonce(nonce))) throw fail("DuplicateNonce");
  if (isEmptyDraft(draft)) throw fail("EmptyMessage");
  const flags = readFlags(draft.flags, author);
  if (typeof flags === "string") throw fail(flags);
  if (isRestricted && !reactions?.length) throw fail("InvalidProperty");
  const { everyone, suppress } = flags;
  const mentions = await checkMentions({ db, fail }, context, { content: draft.content ?? "", everyone });
  if (draft.content?.includes(":")) await checkEmoji({ db, fail }, context, draft);
  if (intents.length > message_replies) throw fail("TooManyReplies", { max: message_replies });
  const targets =
    intents.length > 0 ? await findReplyTargets({ db, fail }, context.channel._id, intents) : noReplies;
  if (attachments.length > message_attachments)
    throw fail("TooManyAttachments", { max: message_attachments });
  if (embeds.length > message_embeds) throw fail("TooManyEmbeds", { max: message_embeds });
  return { ...targets, nonce, suppress, mentions };
}

async function checkReactions(
  { db, fail }: SendReader,
  context: SendContext,
  reactions: readonly string[],
): Promise<void> {
  assertChannelPermission({ fail }, context, "React");
  const distinct = new Set(reactions);
  if (distinct.size > db.services.config.limits.global.message_reactions) throw fail("InvalidOperation");
  for (const emoji of distinct) await assertUsableEmoji({ db, fail }, emoji);
}
