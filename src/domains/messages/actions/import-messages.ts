import type { Tx } from "../../../declare/tx.ts";
import {
  addWriters,
  type ExistingMessage,
  findExistingMessages,
  insertImportedMessages,
  insertImportedReactions,
} from "../store/imported-messages.ts";
import { raiseLastMessage } from "../store/last-messages.ts";
import { updateMessage } from "../store/messages.ts";
import { toIndexText } from "../store/words.ts";
import type { MessageRow, ReactionRow } from "../tables.ts";

export interface ImportedMessage {
  readonly row: MessageRow;
  readonly reactions: readonly ReactionRow[];
  /** The content if the message keeps the attachments that it has here; by default that of the row. */
  readonly contentOfEdit?: string | null;
}

interface ImportResult {
  readonly added: number;
  /** Of those that were there already. */
  readonly edited: number;
  /** The greatest id of a new one; empty without any. */
  readonly last: string;
}

/**
 * Returns a function that stores messages which were not sent here, of any time, in one channel. Nobody is notified,
 * nothing is announced, and no limits apply. A message that exists already stays as it is, unless it was edited since,
 * where it comes from. What takes long is done before the transaction, which others wait for.
 */
export function prepareImport(
  dialect: Tx["dialect"],
  channelId: string,
  messages: readonly ImportedMessage[],
) {
  const sorted = messages
    .map((message) => ({ ...message, words: toIndexText(dialect, message.row) }))
    .toSorted((one, other) => (one.row.id < other.row.id ? -1 : 1));
  const ids = sorted.map(({ row }) => row.id);
  return async (tx: Tx): Promise<ImportResult> => {
    const existing = await findExistingMessages(tx, channelId, ids);
    const fresh = existing.size === 0 ? sorted : sorted.filter(({ row }) => !existing.has(row.id));
    let edited = 0;
    for (const message of existing.size === 0 ? [] : sorted) {
      const known = existing.get(message.row.id);
      if (known && (await takeEdit(tx, message, known))) edited += 1;
    }
    const last = fresh.at(-1)?.row.id ?? "";
    if (last === "") return { added: 0, edited, last };
    const byUsers = fresh.filter(({ row }) => row.system === null);
    const authors = new Set(byUsers.map(({ row }) => row.author_id));
    const reactions = fresh.flatMap((message) => message.reactions);
    // They run in this order, in one round trip to PostgreSQL.
    await Promise.all([
      insertImportedMessages(tx, fresh),
      addWriters(tx, authors, channelId),
      insertImportedReactions(tx, reactions),
      raiseLastMessage(tx, channelId, last),
    ]);
    return { added: fresh.length, edited, last };
  };
}

/** The last edit counts, wherever it was made. */
async function takeEdit(
  tx: Tx,
  { row, contentOfEdit = row.content }: ImportedMessage,
  known: ExistingMessage,
): Promise<boolean> {
  const { edited_at, mentions, role_mentions, embeds } = row;
  if (edited_at === null || edited_at <= (known.edited_at ?? 0)) return false;
  const content = known.attachments === null ? row.content : contentOfEdit;
  await updateMessage(tx, row, { content, mentions, role_mentions, embeds, edited_at });
  return true;
}
