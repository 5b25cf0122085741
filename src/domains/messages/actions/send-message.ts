import type { Tx } from "../../../declare/tx.ts";
import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import { both, type MaybePromise, mapMaybe } from "../../../platform/concurrency/maybe-promise.ts";
import { memoizeByObject } from "../../../platform/memoize/memoize-by-object.ts";
import type { ChannelUpdated } from "../../channels/index.ts";
import { claimFile } from "../../files/index.ts";
import { memberView } from "../../members/index.ts";
import { findLinks } from "../../unfurl/index.ts";
import { accountOf, authorView, findUser, isOnline, type UserRow } from "../../users/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import type { MessageSent } from "../events.ts";
import { unfurlLinksJob } from "../jobs.ts";
import type { Message } from "../model.ts";
import { describeFiles } from "../rules/describe-files.ts";
import { writeFlags } from "../rules/draft.ts";
import type { MessageRow } from "../tables.ts";
import { makeEmbeds } from "./make-embeds.ts";
import { newMessageRow, postMessage } from "./post-message.ts";
import { resolveMentions } from "./resolve-mentions.ts";
import {
  type SendContext,
  type SendRequest,
  type SendTx,
  type ValidDraft,
  validateDraft,
} from "./validate-draft.ts";

/** Validates a draft, makes the row of its message and posts it to a channel in which the author may send messages. */
export function sendMessage(
  tx: UserSendTx,
  context: SendContext,
  request: SendRequest,
): MaybePromise<Message> {
  const { channel } = context;
  const { draft, author } = request;
  // What changes the server takes the turn alone, see `lockServer`.
  if (channel.channel_type === "TextChannel") tx.takeTurn(channel.server, "shared");
  return mapMaybe(validateDraft(tx, context, request), (valid) => {
    // At the same time, because neither needs the other and PostgreSQL answers both in one round trip.
    const creating = newMessageRow(tx, channel._id, author);
    const finding = author.webhook ? undefined : findUser(tx, author.userId);
    return mapMaybe(both(creating, finding), ([row, user]) => {
      const claimed =
        draft.attachments || draft.embeds || draft.attachment_descriptions
          ? claimFiles(tx, row, draft)
          : undefined;
      return mapMaybe(claimed, () => fillAndPost(tx, context, { request, valid, row, user }));
    });
  });
}

type UserSendTx = SendTx & Tx<typeof MessageSent | typeof ChannelUpdated>;

interface NewMessage {
  readonly request: SendRequest;
  readonly valid: ValidDraft;
  readonly row: MessageRow;
  /** Undefined for webhooks. */
  readonly user: UserRow | undefined;
}

function fillAndPost(
  tx: UserSendTx,
  context: SendContext,
  { request: { draft, author }, valid, row, user }: NewMessage,
): MaybePromise<Message> {
  const { channel, member } = context;
  const { nonce, suppress, replies, repliedTo } = valid;
  const authorId = author.webhook ? undefined : author.userId;
  const resolving = resolveMentions(tx, channel, { mentions: valid.mentions, repliedTo, authorId });
  return mapMaybe(resolving, (mentions) => {
    // `messageView` fills in the nonce of a user's message that has none.
    row.nonce = nonce ?? (author.webhook ? row.id : null);
    row.content = draft.content ?? null;
    row.mentions = toJsonList(mentions.users);
    row.role_mentions = toJsonList(mentions.roles);
    row.replies = toJsonList(replies);
    row.interactions = toJsonInteractions(draft.interactions);
    row.masquerade = draft.masquerade ? JSON.stringify(draft.masquerade) : null;
    row.flags = writeFlags({ suppress, everyone: mentions.everyone, online: mentions.online });
    const posting = postMessage(tx, row, {
      mentions,
      // Users come and go without a change of their row, so a memoized view may have an old `online`.
      user: user && { ...viewUser(user, tx.services), online: isOnline(user, tx.services) },
      member: member && viewMember(member),
      reopens: channel.channel_type === "DirectMessage" && !channel.active,
    });
    if (!draft.content?.includes("://")) return posting;
    const linked = { ...row, author_id: author.creatorId ?? author.userId };
    return mapMaybe(posting, (message) => enqueueLinkEmbeds(tx, context, linked).then(() => message));
  });
}

const viewUser = memoizeByObject(authorView);
const viewMember = memoizeByObject(memberView);

/** Claims the attachments and the files of embeds for a message. Nothing else can claim them from now on. */
async function claimFiles(tx: Tx<never, "NotFound">, row: MessageRow, draft: MessageDraft): Promise<void> {
  const uploader = row.webhook === null ? row.author_id : "anybody";
  const claim = { use: "Message", by: row.id, uploader } as const;
  const files = [];
  for (const id of draft.attachments ?? []) files.push(await claimFile(tx, { id, ...claim }));
  const described = describeFiles(files, draft.attachment_descriptions ?? []);
  if (!described) throw tx.fail("NotFound");
  row.attachments = toJsonList(described);
  row.embeds = toJsonList(await makeEmbeds(tx, draft.embeds ?? [], { messageId: row.id, uploader }));
}

function toJsonList(values: readonly unknown[]): string | null {
  return values.length > 0 ? JSON.stringify(values) : null;
}

function toJsonInteractions(interactions: MessageDraft["interactions"]): string | null {
  const { reactions = [], restrict_reactions: isRestricted } = interactions ?? {};
  if (reactions.length === 0) return null;
  const distinct = [...new Set(reactions)];
  return JSON.stringify({ reactions: distinct, ...(isRestricted && { restrict_reactions: true }) });
}

/** Enqueues the job that adds embeds for the links of a message. Its author, a user, needs the permission for that. */
export async function enqueueLinkEmbeds(
  tx: Tx,
  { permissions }: Pick<SendContext, "permissions">,
  {
    channel_id: channel,
    id: message,
    content,
    author_id,
  }: Pick<MessageRow, "channel_id" | "id" | "content" | "author_id">,
): Promise<void> {
  const max = tx.services.config.limits.global.message_embeds;
  if (!includes(permissions, permission.SendEmbeds) || findLinks(content ?? "", max).length === 0) return;
  await tx.enqueue(unfurlLinksJob, { channel, message, account: await accountOf(tx, author_id) });
}
