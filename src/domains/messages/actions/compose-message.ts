import type { Tx } from "../../../declare/tx.ts";
import type { Sighting } from "../../channels/index.ts";
import { claimFile } from "../../files/index.ts";
import type { MessageDraft } from "../draft-model.ts";
import { writeFlags } from "../rules/message-flags.ts";
import type { MessageRow } from "../tables.ts";
import type { Speech } from "./check-speech.ts";
import { keepReached, type Mentioned } from "./find-mentioned.ts";
import { makeEmbeds } from "./make-embeds.ts";

interface Asked {
  readonly draft: MessageDraft;
  readonly speech: Speech;
  readonly authorId: string;
}

/** A message as it is kept, with its files, and whom it reaches by name. */
export async function composeMessage(
  tx: Tx<never, "NotFound">,
  { channel }: Sighting,
  { draft, speech, authorId }: Asked,
): Promise<{ row: MessageRow; mentioned: Mentioned }> {
  const id = tx.services.ids.next();
  const claim = { use: "Message", by: id, uploader: authorId } as const;
  const files = [];
  for (const file of draft.attachments ?? []) files.push(await claimFile(tx, { id: file, ...claim }));
  const embeds = await makeEmbeds(tx, draft.embeds ?? [], { messageId: id, uploader: authorId });
  const { mentions, authors: answered, replies, suppress } = speech;
  const mentioned = await keepReached(tx, channel, { mentions, answered, authorId });
  const { everyone, online } = mentioned;
  const row: MessageRow = {
    channel_id: channel._id,
    id,
    author_id: authorId,
    nonce: speech.nonce ?? id,
    content: draft.content ?? null,
    system: null,
    webhook: null,
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
