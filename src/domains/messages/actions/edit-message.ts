import type { Tx } from "../../../declare/tx.ts";
import type { Embed } from "../../../protocol/embed.ts";
import { assertChannelPermission } from "../../channels/index.ts";
import { releaseFiles } from "../../files/index.ts";
import type { MessageEdit } from "../draft-model.ts";
import { MessageUpdated } from "../events.ts";
import type { Message } from "../model.ts";
import { messageView } from "../rules/message-view.ts";
import { updateMessage } from "../store/messages.ts";
import { listReactions } from "../store/reactions.ts";
import type { MessageRow } from "../tables.ts";
import { makeEmbeds } from "./make-embeds.ts";
import type { MessageAccess } from "./message-target.ts";
import { enqueueLinkEmbeds } from "./send-message.ts";

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
  const edited = await editMessage(tx, message, edit);
  if (edit.content !== undefined) await enqueueLinkEmbeds(tx, access, { ...message, content: edit.content });
  return edited;
}

/** Edits a message. Embeds of its links are removed in any case; the caller may enqueue them again. */
export async function editMessage(
  tx: Tx<typeof MessageUpdated, "NotFound">,
  row: MessageRow,
  { content, embeds: newEmbeds }: MessageEdit,
): Promise<Message> {
  const { channel_id: channel, id } = row;
  const textEmbeds = (messageView(row).embeds ?? []).filter(({ type }) => type === "Text");
  const uploader = row.webhook === null ? row.author_id : "anybody";
  const embeds = newEmbeds ? await makeEmbeds(tx, newEmbeds, { messageId: id, uploader }) : textEmbeds;
  if (newEmbeds) await releaseFiles(tx, textEmbeds.flatMap(mediaOf));
  const edited_at = tx.services.clock.now();
  const changes = { edited_at, embeds: JSON.stringify(embeds), ...(content !== undefined && { content }) };
  await updateMessage(tx, row, changes);
  const message = messageView({ ...row, ...changes }, await listReactions(tx, channel, [id]));
  const edited = new Date(edited_at).toISOString();
  const data = { edited, embeds, ...(content !== undefined && { content }) };
  tx.emit(MessageUpdated, { id, channel, data, clear: [] });
  return message;
}

function mediaOf(embed: Embed): string[] {
  return embed.type === "Text" && embed.media ? [embed.media._id] : [];
}
