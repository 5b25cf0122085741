import { permission } from "../../../permissions/bits.ts";
import { includes } from "../../../permissions/bitset.ts";
import type { Tx } from "../../../store/tx.ts";
import { assertChannelPermission, type ChannelAccess, requireSendAccess } from "../../channels/index.ts";
import type { ChannelUpdated } from "../../conversations/index.ts";
import { findLinks } from "../../unfurl/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import type { MessageSent } from "../events.ts";
import { unfurlLinks } from "../jobs.ts";
import type { Message } from "../model.ts";
import { takeKey } from "../store/sending.ts";
import { attachAuthor } from "./attach-author.ts";
import { composeMessage } from "./compose-message.ts";
import { postMessage } from "./post-message.ts";
import { type MessageAuthor, type SendContext, type SendTx, validateDraft } from "./validate-draft.ts";

export interface SendRequest {
  readonly channelId: string;
  readonly draft: MessageDraft;
  /** By which a call that is made twice is recognised. */
  readonly key: string | undefined;
  readonly caller: MessageAuthor;
}

/** The channel, if the caller may send there what it is made of, and has not done so already. */
export async function authorizeSend(
  tx: SendTx,
  { channelId, draft, key, caller }: SendRequest,
): Promise<ChannelAccess> {
  if (key !== undefined && !(await takeKey(tx, caller.userId, key))) throw tx.fail("DuplicateNonce");
  const context = { db: tx, caller, fail: tx.fail };
  const access = await requireSendAccess(context, channelId);
  assertDraftAllowed(context, access, draft);
  return access;
}

/** Says it there. */
export async function sendMessage(
  tx: SendTx & Tx<typeof MessageSent | typeof ChannelUpdated>,
  stage: SendContext,
  speaking: Omit<SendRequest, "channelId">,
): Promise<Message> {
  const { channel } = stage;
  const { draft, caller } = speaking;
  const speech = await validateDraft(tx, stage, speaking);
  const { row, mentioned } = await composeMessage(tx, stage, { draft, speech, speaker: caller });
  const message = await postMessage(tx, {
    row,
    mentioned,
    quiet: speech.suppress,
    speaker: caller.webhook ? {} : await attachAuthor(tx, stage, caller.userId),
    reopens: channel.channel_type === "DirectMessage" && !channel.active,
  });
  await enqueueLinkEmbeds(tx, stage, row);
  return message;
}

function assertDraftAllowed(
  context: Parameters<typeof assertChannelPermission>[0],
  access: ChannelAccess,
  { masquerade, embeds = [], attachments = [] }: MessageDraft,
): void {
  if (masquerade) assertChannelPermission(context, access, "Masquerade");
  if (masquerade?.colour !== undefined) assertChannelPermission(context, access, "ManageRole");
  if (embeds.length > 0) assertChannelPermission(context, access, "SendEmbeds");
  if (attachments.length > 0) assertChannelPermission(context, access, "UploadFiles");
}

interface Said {
  readonly channel_id: string;
  readonly id: string;
  readonly content: string | null;
}

/** Lets what the links lead to be shown below the message, a moment later, if its author may show that. */
export async function enqueueLinkEmbeds(
  tx: Tx,
  { permissions }: Pick<SendContext, "permissions">,
  { channel_id, id, content }: Said,
): Promise<void> {
  const most = tx.services.config.limits.global.message_embeds;
  if (!includes(permissions, permission.SendEmbeds) || findLinks(content ?? "", most).length === 0) return;
  await tx.enqueue(unfurlLinks, { channel: channel_id, message: id });
}
