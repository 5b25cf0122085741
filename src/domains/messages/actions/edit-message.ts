import type { Tx } from "../../../declare/tx.ts";
import type { Embed } from "../../../protocol/embed.ts";
import { assertChannelPermission } from "../../channels/index.ts";
import { releaseFiles } from "../../files/index.ts";
import type { MessageEdit } from "../draft-model.ts";
import { MessageUpdated } from "../events.ts";
import type { Message } from "../model.ts";
import { describeFiles } from "../rules/describe-files.ts";
import { messagePart, messageView } from "../rules/message-view.ts";
import { updateMessage } from "../store/messages.ts";
import { listReactions } from "../store/reactions.ts";
import type { MessageRow } from "../tables.ts";
import { checkEmoji } from "./check-emoji.ts";
import { makeEmbeds } from "./make-embeds.ts";
import type { MessageAccess } from "./message-target.ts";
import { enqueuePreviews } from "./new-message.ts";

interface OwnEdit {
  readonly edit: MessageEdit;
  readonly by: string;
}

/** Edits a message of the caller's, and embeds the links of its new text. */
export async function editOwnMessage(
  tx: Tx<typeof MessageUpdated, "NotFound" | "MissingPermission" | "CannotEditMessage">,
  access: MessageAccess,
  { edit, by }: OwnEdit,
): Promise<Message> {
  const { message } = access;
  if (message.author_id !== by) throw tx.fail("CannotEditMessage");
  if (edit.embeds) assertChannelPermission(tx, access, "SendEmbeds");
  await checkEmoji({ db: tx, fail: tx.fail }, access, { content: edit.content, before: message.content });
  const edited = await editMessage(tx, message, edit);
  if (edit.content !== undefined) await enqueuePreviews(tx, access, { ...message, content: edit.content });
  return edited;
}

/**
 * Edits a message. Embeds of its links are removed, unless all that changes are descriptions of its attachments; the
 * caller may enqueue them again.
 */
export async function editMessage(
  tx: Tx<typeof MessageUpdated, "NotFound">,
  row: MessageRow,
  { content, embeds: newEmbeds, attachment_descriptions: descriptions }: MessageEdit,
): Promise<Message> {
  const { channel_id: channel, id } = row;
  const isDescribedOnly = descriptions && content === undefined && newEmbeds === undefined;
  const attachments = descriptions && describeFiles(messagePart(row, "attachments") ?? [], descriptions);
  if (descriptions && !attachments) throw tx.fail("NotFound");
  const embeds = isDescribedOnly ? undefined : await replaceEmbeds(tx, row, newEmbeds);
  const edited_at = tx.services.clock.now();
  const parts = { ...(embeds && { embeds }), ...(attachments?.length && { attachments: [...attachments] }) };
  const text = content !== undefined && { content };
  const changes: Partial<MessageRow> = { edited_at, ...text };
  if (parts.embeds) changes.embeds = JSON.stringify(parts.embeds);
  if (parts.attachments) changes.attachments = JSON.stringify(parts.attachments);
  // At the same time, because PostgreSQL answers both in one round trip.
  const [reactions] = await Promise.all([listReactions(tx, channel, [id]), updateMessage(tx, row, changes)]);
  const message = messageView({ ...row, ...changes }, reactions);
  const data = { edited: new Date(edited_at).toISOString(), ...parts, ...text };
  tx.emit(MessageUpdated, { id, channel, data, clear: [] });
  return message;
}

/** The embeds of a message after an edit, without those of its links. Files of those that are replaced are released. */
async function replaceEmbeds(
  tx: Tx<never, "NotFound">,
  row: MessageRow,
  newEmbeds: MessageEdit["embeds"],
): Promise<Embed[]> {
  const textEmbeds = (messagePart(row, "embeds") ?? []).filter(({ type }) => type === "Text");
  if (!newEmbeds) return textEmbeds;
  const uploader = row.webhook === null ? row.author_id : "anybody";
  const embeds = await makeEmbeds(tx, newEmbeds, { messageId: row.id, uploader });
  await releaseFiles(tx, textEmbeds.flatMap(mediaOf));
  return embeds;
}

function mediaOf(embed: Embed): string[] {
  return embed.type === "Text" && embed.media ? [embed.media._id] : [];
}
