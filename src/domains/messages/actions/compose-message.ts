import type { Tx } from "../../../declare/tx.ts";
import { claimFile } from "../../files/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import { writeFlags } from "../rules/message-flags.ts";
import { reserveMessageId } from "../store/last-messages.ts";
import type { MessageRow } from "../tables.ts";
import { makeEmbeds } from "./make-embeds.ts";
import { type ResolvedMentions, resolveMentions } from "./resolve-mentions.ts";
import type { MessageAuthor, SendContext, ValidatedDraft } from "./validate-draft.ts";

interface Composition {
  readonly draft: MessageDraft;
  readonly validated: ValidatedDraft;
  readonly author: MessageAuthor;
}

/** Reserves the id of a new message and makes its row, claims its files and resolves its mentions. */
export async function composeMessage(
  tx: Tx<never, "NotFound">,
  { channel }: SendContext,
  { draft, validated, author: { userId: authorId, webhook } }: Composition,
): Promise<{ row: MessageRow; mentions: ResolvedMentions }> {
  const id = await reserveMessageId(tx, channel._id);
  if (id === undefined) throw tx.fail("NotFound");
  const uploader = webhook ? "anybody" : authorId;
  const claim = { use: "Message", by: id, uploader } as const;
  const files = [];
  for (const file of draft.attachments ?? []) files.push(await claimFile(tx, { id: file, ...claim }));
  const embeds = draft.embeds ? await makeEmbeds(tx, draft.embeds, { messageId: id, uploader }) : [];
  const mentions = await resolveMentions(tx, channel, {
    mentions: validated.mentions,
    repliedTo: validated.repliedTo,
    authorId: webhook ? undefined : authorId,
  });
  const { everyone, online } = mentions;
  const row: MessageRow = {
    channel_id: channel._id,
    id,
    author_id: authorId,
    // `messageView` fills in the nonce of a user's message that has none.
    nonce: validated.nonce ?? (webhook ? id : null),
    content: draft.content ?? null,
    system: null,
    webhook: webhook ? JSON.stringify(webhook) : null,
    attachments: toJsonList(files),
    embeds: toJsonList(embeds),
    mentions: toJsonList(mentions.users),
    role_mentions: toJsonList(mentions.roles),
    replies: toJsonList(validated.replies),
    interactions: toJsonInteractions(draft.interactions),
    masquerade: draft.masquerade ? JSON.stringify(draft.masquerade) : null,
    flags: writeFlags({ suppress: validated.suppress, everyone, online }),
    edited_at: null,
    pinned: 0,
  };
  return { row, mentions };
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
