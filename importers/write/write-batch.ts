import { CommandError } from "../../src/declare/command.ts";
import { ApiError } from "../../src/declare/error.ts";
import { findChannel } from "../../src/domains/channels/index.ts";
import { importFile } from "../../src/domains/files/index.ts";
import {
  type ImportedMessage,
  type MessageRow,
  prepareImport,
  type ReactionRow,
} from "../../src/domains/messages/index.ts";
import { moveReadMarks } from "../../src/domains/unreads/index.ts";
import { type ClaimChangeRow, insertClaimChanges } from "../../src/domains/users/index.ts";
import type { Embed } from "../../src/protocol/embed.ts";
import type { File } from "../../src/protocol/file.ts";
import type { BatchPace } from "../pace.ts";
import type { ImportContext, ImportedContent } from "./import-context.ts";

/** Files of messages that are stored at the same time. */
const parallelFiles = 4;

/** A file of the export that belongs to a message. */
export interface MessageFile extends ImportedContent {
  /** What its uploader said of it to those who cannot see it. */
  readonly description?: string;
}

export interface MappedMessage {
  readonly row: MessageRow;
  readonly reactions: readonly ReactionRow[];
  /** The imported user who wrote it, if an account has claimed their messages. */
  readonly claimedFrom?: string;
  /** The content without the names of files that the export lacks: an earlier one may have had them. */
  readonly contentOfEdit?: string;
  /** To be stored first; their descriptions then go into the row. */
  readonly attachments: readonly MessageFile[];
  readonly embeds: readonly { readonly embed: Embed; readonly media: MessageFile | undefined }[];
}

export interface MessageCounts {
  taken: number;
  existing: number;
  /** Of the existing ones: those that were edited since. */
  edited: number;
  files: number;
}

interface BatchImport {
  readonly channelId: string;
  readonly context: ImportContext;
  readonly counts: MessageCounts;
  readonly pace: BatchPace;
}

/** Stores those of the messages that the channel does not have yet, with their files. */
export async function writeBatch(
  mapped: readonly MappedMessage[],
  { channelId, context, counts, pace }: BatchImport,
): Promise<void> {
  if (mapped.length === 0) return;
  if (context.isDryRun) {
    counts.taken += mapped.length;
    counts.files += mapped.reduce((sum, each) => sum + filesOf(each).length, 0);
    return;
  }
  const files = await storeFiles(mapped, context);
  counts.files += files.size;
  const messages = mapped.map((each) => withFiles(each, files));
  const dialect = await context.read(async (db) => db.dialect);
  const importMessages = prepareImport(dialect, channelId, messages);
  const changes = mapped.flatMap(changeOfClaim);
  const { added, edited } = await pace.write(messages.length, async (tx) => {
    // Sent together with the first query of the import.
    const finding = findChannel(tx, channelId);
    const [before, imported] = await Promise.all([finding, importMessages(tx)]);
    if (!before) throw new CommandError(`The channel ${channelId} was deleted during the import.`);
    const { last_message_id: from } = before;
    if (from !== null && from < imported.last)
      await moveReadMarks(tx, channelId, { from, to: imported.last });
    await insertClaimChanges(tx, changes);
    return imported;
  });
  counts.taken += added;
  counts.edited += edited;
  counts.existing += messages.length - added;
}

/** So that an undone claim gives these messages back, too. */
function changeOfClaim({ row, claimedFrom }: MappedMessage): ClaimChangeRow[] {
  if (claimedFrom === undefined) return [];
  const target = `${row.channel_id}/${row.id}`;
  return [{ user_id: claimedFrom, kind: "message", target, before: "{}" }];
}

function filesOf({ attachments, embeds }: MappedMessage): MessageFile[] {
  return [...attachments, ...embeds.flatMap(({ media }) => media ?? [])];
}

/** Stores the files of messages as uploads are stored; returns their descriptions by id. */
async function storeFiles(
  mapped: readonly MappedMessage[],
  context: ImportContext,
): Promise<Map<string, File>> {
  const stored = new Map<string, File>();
  const waiting = mapped.flatMap((each) => filesOf(each).map((file) => ({ file, row: each.row })));
  for (let at = 0; at < waiting.length; at += parallelFiles)
    await Promise.all(
      waiting.slice(at, at + parallelFiles).map(async ({ file: { description, ...file }, row }) => {
        const use = { use: "Message", by: row.id, uploader: row.author_id } as const;
        try {
          const view = await importFile({ ...file, ...use }, context);
          stored.set(file.id, description === undefined ? view : { ...view, description });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          context.problems.add({
            problem: "The file cannot be stored",
            where: row.id,
            detail: file.filename,
          });
        }
      }),
    );
  return stored;
}

function withFiles(message: MappedMessage, files: ReadonlyMap<string, File>): ImportedMessage {
  const { row, reactions, attachments, embeds, contentOfEdit } = message;
  if (attachments.length === 0 && embeds.length === 0) return message;
  const shown = attachments.flatMap(({ id }) => files.get(id) ?? []);
  const filled = embeds.map(({ embed, media }) => {
    const file = media && files.get(media.id);
    return file ? { ...embed, media: file } : embed;
  });
  return {
    reactions,
    ...(contentOfEdit !== undefined && { contentOfEdit }),
    row: {
      ...row,
      attachments: shown.length > 0 ? JSON.stringify(shown) : row.attachments,
      embeds: filled.length > 0 ? JSON.stringify(filled) : row.embeds,
    },
  };
}
