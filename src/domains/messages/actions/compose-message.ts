import type { Tx } from "../../../store/tx.ts";
import { claimFile } from "../../files/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import { writeFlags } from "../rules/message-flags.ts";
import type { MessageRow } from "../tables.ts";
import { type ResolvedMentions, resolveMentions } from "./find-mentioned.ts";
import { makeEmbeds } from "./make-embeds.ts";
import type { MessageAuthor, SendContext, ValidatedDraft } from "./validate-draft.ts";

interface Asked {
  readonly draft: MessageDraft;
  readonly speech: ValidatedDraft;
  readonly speaker: MessageAuthor;
}

/** A message as it is kept, with its files, and whom it reaches by name. */
export async function composeMessage(
  tx: Tx<never, "NotFound">,
  { channel }: SendContext,
  { draft, speech, speaker: { userId: authorId, webhook } }: Asked,
): Promise<{ row: MessageRow; mentioned: ResolvedMentions }> {
  const id = tx.services.ids.next();
  const uploader = webhook ? "anybody" : authorId;
  const claim = { use: "Message", by: id, uploader } as const;
  const files = [];
  for (const file of draft.attachments ?? []) files.push(await claimFile(tx, { id: file, ...claim }));
  const embeds = draft.embeds ? await makeEmbeds(tx, draft.embeds, { messageId: id, uploader }) : [];
  const { mentions, authors: answered, replies, suppress } = speech;
  const mentioned = await resolveMentions(tx, channel, {
    mentions,
    answered,
    from: webhook ? undefined : authorId,
  });
  const { everyone, online } = mentioned;
  const row: MessageRow = {
    channel_id: channel._id,
    id,
    author_id: authorId,
    // Of a user's message that has none, `messageView` knows it.
    nonce: speech.nonce ?? (webhook ? id : null),
    content: draft.content ?? null,
    system: null,
    webhook: webhook ? JSON.stringify(webhook) : null,
    attachments: listed(files),
    embeds: listed(embeds),
    mentions: listed(mentioned.users),
    role_mentions: listed(mentioned.roles),
    replies: listed(replies),
    interactions: interactionsOf(draft.interactions),
    masquerade: draft.masquerade ? JSON.stringify(draft.masquerade) : null,
    flags: writeFlags({ suppress, everyone, online }),
    edited_at: null,
    pinned: 0,
  };
  return { row, mentioned };
}

function listed(values: readonly unknown[]): string | null {
  return values.length > 0 ? JSON.stringify(values) : null;
}

function interactionsOf(wanted: MessageDraft["interactions"]): string | null {
  const { reactions = [], restrict_reactions: isRestricted } = wanted ?? {};
  if (reactions.length === 0) return null;
  const distinct = [...new Set(reactions)];
  return JSON.stringify({ reactions: distinct, ...(isRestricted && { restrict_reactions: true }) });
}
