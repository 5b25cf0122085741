import type { Reader, Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { memoizeByObject } from "../../../platform/memoize/memoize-by-object.ts";
import { memberView } from "../../members/index.ts";
import { findLinks } from "../../unfurl/index.ts";
import { accountOf, authorView, isOnline, type UserRow } from "../../users/index.ts";
import { unfurlLinksJob } from "../jobs.ts";
import type { Message } from "../model.ts";
import { writeFlags } from "../rules/draft.ts";
import { emptyFields } from "../rules/message-view.ts";
import type { MessageRow } from "../tables.ts";
import { type ResolvedMentions, resolveMentions } from "./resolve-mentions.ts";
import type { SendContext, SendRequest, ValidDraft } from "./validate-draft.ts";

export type MessageFields = Omit<MessageRow, "id">;

/** A message that is ready to be stored and announced: all but its id. */
export interface NewMessage {
  readonly fields: MessageFields;
  /** Undefined for messages of the system. */
  readonly mentions?: ResolvedMentions;
  /** The author as the event shows them to all receivers, most of whom do not know every member of a server. */
  readonly user?: Message["user"];
  readonly member?: Message["member"];
  /** Whether the channel is a closed direct message, which the message opens again. */
  readonly reopens?: boolean;
  /** The account for which the links in the text get previews. */
  readonly previewsFor?: string | undefined;
}

/** Makes the message of a valid draft; the files that it attaches are not claimed yet. */
export async function newMessage(
  db: Reader,
  context: SendContext,
  {
    request: { draft, author },
    valid,
    user,
  }: { request: SendRequest; valid: ValidDraft; user: UserRow | undefined },
): Promise<NewMessage> {
  const { channel, member, permissions } = context;
  const { webhook, userId } = author;
  const { suppress, replies, repliedTo } = valid;
  const content = draft.content ?? null;
  const source = { mentions: valid.mentions, repliedTo, authorId: webhook ? undefined : userId };
  const resolving = resolveMentions(db, channel, source);
  const mentions = resolving instanceof Promise ? await resolving : resolving;
  return {
    fields: {
      ...emptyFields,
      channel_id: channel._id,
      author_id: userId,
      nonce: valid.nonce ?? null,
      content,
      mentions: toJsonList(mentions.users),
      role_mentions: toJsonList(mentions.roles),
      replies: toJsonList(replies),
      interactions: toJsonInteractions(draft.interactions),
      masquerade: draft.masquerade ? JSON.stringify(draft.masquerade) : null,
      webhook: webhook ? JSON.stringify(webhook) : null,
      flags: writeFlags({ suppress, everyone: mentions.everyone, online: mentions.online }),
    },
    mentions,
    // Users come and go without a change of their row, so a memoized view may have an old `online`.
    user: user && { ...viewUser(user, db.services), online: isOnline(user, db.services) },
    member: member && viewMember(member),
    reopens: channel.channel_type === "DirectMessage" && !channel.active,
    previewsFor: content?.includes("://")
      ? await findPreviewAccount(db, {
          permissions,
          content,
          authorId: author.creatorId ?? userId,
          author: user,
        })
      : undefined,
  };
}

const viewUser = memoizeByObject(authorView);
const viewMember = memoizeByObject(memberView);

interface LinkedText extends Pick<SendContext, "permissions">, Pick<MessageRow, "content"> {
  /** The user who wrote it. */
  readonly authorId: string;
  /** The same, if it was read already. */
  readonly author?: UserRow | undefined;
}

/** The account for which the links of a text get previews; undefined without links, or without the permission. */
async function findPreviewAccount(
  db: Reader,
  { permissions, content, authorId, author }: LinkedText,
): Promise<string | undefined> {
  if (!includes(permissions, permission.SendEmbeds)) return undefined;
  const { message_embeds } = db.services.config.limits.global;
  if (findLinks(content ?? "", message_embeds).length === 0) return undefined;
  return author ? (author.bot_owner ?? author.id) : accountOf(db, authorId);
}

/** Enqueues the job that adds previews of the links of an edited message. */
export async function enqueuePreviews(
  tx: Tx,
  access: Pick<SendContext, "permissions">,
  {
    channel_id: channel,
    id: message,
    content,
    author_id: authorId,
  }: Pick<MessageRow, "channel_id" | "id" | "content" | "author_id">,
): Promise<void> {
  const account = await findPreviewAccount(tx, { ...access, content, authorId });
  if (account !== undefined) await tx.enqueue(unfurlLinksJob, { channel, message, account });
}

export function toJsonList(values: readonly unknown[]): string | null {
  return values.length > 0 ? JSON.stringify(values) : null;
}

function toJsonInteractions(interactions: SendRequest["draft"]["interactions"]): string | null {
  const { reactions = [], restrict_reactions: isRestricted } = interactions ?? {};
  if (reactions.length === 0) return null;
  const distinct = [...new Set(reactions)];
  return JSON.stringify({ reactions: distinct, ...(isRestricted && { restrict_reactions: true }) });
}
