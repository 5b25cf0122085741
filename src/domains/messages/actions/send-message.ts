import type { Tx } from "../../../declare/tx.ts";
import { claimFile } from "../../files/index.ts";
import { findUser } from "../../users/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import type { Message } from "../model.ts";
import { describeFiles } from "../rules/describe-files.ts";
import { claimsFiles } from "../rules/draft.ts";
import { reserveMessageId } from "../store/last-messages.ts";
import { takeKey } from "../store/sending.ts";
import { makeEmbeds } from "./make-embeds.ts";
import { type MessageFields, newMessage, toJsonList } from "./new-message.ts";
import { type PostTx, postMessages } from "./post-messages.ts";
import { type SendContext, type SendRequest, type SendTx, validateDraft } from "./validate-draft.ts";

/** Validates a draft and posts its message to a channel in which the author may send messages. */
export async function sendMessage(
  tx: SendTx & PostTx,
  context: SendContext,
  request: SendRequest,
): Promise<Message> {
  const { draft, author } = request;
  const { _id: channelId } = context.channel;
  const valid = await validateDraft({ db: tx, fail: tx.fail }, context, request, (nonce) =>
    takeKey(tx, author.userId, nonce),
  );
  // At the same time, because neither needs the other and PostgreSQL answers both in one round trip.
  const [id, user] = await Promise.all([
    reserveMessageId(tx, channelId),
    author.webhook ? undefined : findUser(tx, author.userId),
  ]);
  if (id === undefined) throw tx.fail("NotFound");
  const message = await newMessage(tx, context, { request, valid, user });
  const uploader = author.webhook ? "anybody" : author.userId;
  const files = await claimFiles(tx, draft, { messageId: id, uploader });
  // Users' messages without a nonce have their id in its place: see `messageView`.
  const nonce = valid.nonce ?? (author.webhook ? id : null);
  const fields = { ...message.fields, ...files, nonce };
  const [sent] = await postMessages(tx, [{ ...message, fields }], [id]);
  return sent as Message;
}

/** Claims the attachments and the files of embeds for a message. */
async function claimFiles(
  tx: Tx<never, "NotFound">,
  draft: MessageDraft,
  { messageId, uploader }: { readonly messageId: string; readonly uploader: string },
): Promise<Partial<MessageFields>> {
  if (!claimsFiles(draft)) return {};
  const claim = { use: "Message", by: messageId, uploader } as const;
  const files = [];
  for (const id of draft.attachments ?? []) files.push(await claimFile(tx, { id, ...claim }));
  const described = describeFiles(files, draft.attachment_descriptions ?? []);
  if (!described) throw tx.fail("NotFound");
  const embeds = await makeEmbeds(tx, draft.embeds ?? [], { messageId, uploader });
  return { attachments: toJsonList(described), embeds: toJsonList(embeds) };
}
