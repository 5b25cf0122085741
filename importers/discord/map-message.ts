import {
  emptyMessageRow,
  isUnicodeEmoji,
  type MessageRow,
  type ReactionRow,
  systemAuthor,
} from "../../src/domains/messages/index.ts";
import type { ImportProblems } from "../problems.ts";
import type { MappedMessage, MessageFile } from "../write/write-batch.ts";
import { authorIsGone } from "../write/write-people.ts";
import type { ExportFile } from "./export-files.ts";
import type { ExportedMessage } from "./export-schema.ts";
import { mapEmbed, previewsIn } from "./map-embeds.ts";
import { isRemote, nameOfMedia, resolveMedia } from "./media.ts";
import { type ImportedIds, rewriteContent, rewriteFormatted } from "./rewrite-content.ts";
import { importedFileId, importedId } from "./snowflakes.ts";

export interface MessageContext {
  readonly channelId: string;
  readonly file: ExportFile;
  readonly line: number;
  readonly ids: ImportedIds;
  readonly isFormatted: boolean;
  /** The name by which a user is known, to tell messages under other names. */
  knownName(snowflake: string): string | undefined;
  readonly problems: ImportProblems;
}

/** Ordinary messages, replies, and what bots answer to commands; all others are reports of what happened. */
const written = new Set(["Default", "Reply", "20", "23"]);

const roleMention = /<%([0-9A-HJKMNP-TV-Z]{26})>/g;

/** A message as it is stored here; undefined if nothing of it can be taken. */
export function mapMessage(message: ExportedMessage, context: MessageContext): MappedMessage | undefined {
  const { channelId: channel_id, ids, problems } = context;
  const id = importedId("message", message.id);
  const where = `${context.file.name}:${context.line}`;
  const author_id = ids.user(message.author.id);
  if (author_id === undefined) {
    problems.add({ problem: authorIsGone, where });
    return undefined;
  }
  if (!written.has(message.type)) return mapSystemMessage(message, context);
  const rewrite = (text: string) => rewriteContent(text, ids);
  const files = collectFiles(message, context);
  const embeds = mapEmbeds(message, context, rewrite);
  const text = context.isFormatted ? rewriteFormatted(message.content, message, ids) : message.content;
  const forwarded = message.forwardedMessage?.content;
  const lines = (...parts: string[]) => parts.filter((part) => part !== "").join("\n");
  const texts = lines(rewrite(text), forwarded ? rewrite(forwarded).replaceAll(/^/gm, "> ") : "");
  const content = lines(texts, ...files.absent.map((name) => `*${name}*`));
  if (content === "" && files.present.length === 0 && embeds.length === 0) {
    problems.add({ problem: "Nothing of the message is in the export, such as a poll", where });
    return undefined;
  }
  const replyTo = message.type === "Reply" ? message.reference?.messageId : undefined;
  const mentions = (message.mentions ?? []).flatMap((user) => ids.user(user.id) ?? []);
  const roles = content.includes("<%") ? [...content.matchAll(roleMention)].map(([, role]) => role) : [];
  const masquerade = mapMasquerade(message, context);
  const row: MessageRow = {
    ...emptyMessageRow({ channel_id, id, author_id }),
    content: content === "" ? null : content,
    mentions: listOrNull(mentions),
    role_mentions: listOrNull(roles),
    replies: replyTo ? JSON.stringify([importedId("message", replyTo)]) : null,
    masquerade: masquerade ? JSON.stringify(masquerade) : null,
    edited_at: editTime(message),
    pinned: message.isPinned ? 1 : 0,
  };
  const claimedFrom = ids.claimedFrom(message.author.id);
  return {
    row,
    ...(claimedFrom !== undefined && { claimedFrom }),
    ...(texts !== content && { contentOfEdit: texts }),
    reactions: mapReactions(message, row, context),
    attachments: files.present,
    embeds,
  };
}

function listOrNull(list: readonly unknown[]): string | null {
  return list.length > 0 ? JSON.stringify([...new Set(list)]) : null;
}

function editTime({ timestampEdited }: ExportedMessage): number | null {
  const time = timestampEdited ? Date.parse(timestampEdited) : Number.NaN;
  return Number.isFinite(time) && time > 0 ? time : null;
}

/** Bridges and webhooks send each message under another name. */
function mapMasquerade({ author }: ExportedMessage, { knownName }: MessageContext) {
  if (!author.isBot || author.name === knownName(author.id)) return undefined;
  return { name: [...author.name.toWellFormed().replaceAll("\0", "")].slice(0, 32).join("") };
}

function mapSystemMessage(message: ExportedMessage, context: MessageContext): MappedMessage | undefined {
  const { channelId: channel_id, ids } = context;
  const by = ids.user(message.author.id) ?? systemAuthor;
  const id = importedId("message", message.id);
  const { messageId, channelId } = message.reference ?? {};
  // A link of our own stands where a thread began.
  if (/^(ThreadCreated|18)$/.test(message.type) && channelId && ids.channel(channelId)) return undefined;
  const text = () => {
    const name = message.author.nickname || message.author.name;
    return { type: "text", content: rewriteContent(`${name}: ${message.content || message.type}`, ids) };
  };
  const system = /^(GuildMemberJoin|7)$/.test(message.type)
    ? { type: "user_joined", id: by }
    : /^(ChannelPinnedMessage|6)$/.test(message.type) && messageId
      ? { type: "message_pinned", id: importedId("message", messageId), by }
      : text();
  const row = {
    ...emptyMessageRow({ channel_id, id, author_id: systemAuthor }),
    system: JSON.stringify(system),
  };
  return { row, reactions: mapReactions(message, row, context), attachments: [], embeds: [] };
}

/** The files of the message that the export has, and the names of those that it lacks. */
function collectFiles(message: ExportedMessage, { file, line, problems }: MessageContext) {
  const present: MessageFile[] = [];
  const absent: string[] = [];
  const where = `${file.name}:${line}`;
  const forwarded = message.forwardedMessage;
  const add = (id: string, address: string, filename: string) => {
    const path = isRemote(address) ? undefined : resolveMedia(address, file, line);
    if (path !== undefined) present.push({ id: importedFileId(message.id, id), path, filename });
    else {
      absent.push(filename);
      problems.add({
        problem: "The file is not in the export: export with --media",
        where,
        detail: filename,
      });
    }
  };
  for (const { id, url, fileName } of [...(message.attachments ?? []), ...(forwarded?.attachments ?? [])])
    add(id, url, fileName);
  for (const { id, name, format, sourceUrl } of [
    ...(message.stickers ?? []),
    ...(forwarded?.stickers ?? []),
  ]) {
    if (format === "Lottie" || !sourceUrl) {
      absent.push(name);
      problems.add({
        problem: "The sticker is an animation, and cannot be an attachment",
        where,
        detail: name,
      });
    } else add(id, sourceUrl, `${name}${/\.\w+$/.exec(nameOfMedia(sourceUrl))?.[0] ?? ""}`);
  }
  return { present, absent };
}

function mapEmbeds(message: ExportedMessage, context: MessageContext, rewrite: (text: string) => string) {
  const { file, line, problems } = context;
  const where = `${file.name}:${line}`;
  const previews = previewsIn(message);
  const given = [...(message.embeds ?? []), ...(message.forwardedMessage?.embeds ?? [])];
  return given.flatMap((embed, at) => {
    const mapped = previews.has(embed) ? undefined : mapEmbed(embed, rewrite);
    if (!mapped) {
      const detail = embed.url ?? undefined;
      const problem = previews.has(embed)
        ? "Previews of links are left out"
        : "The embed has no text and no image";
      problems.add({ problem, where, ...(detail !== undefined && { detail }) });
      return [];
    }
    const { image } = mapped;
    const path = image && !isRemote(image) ? resolveMedia(image, file, line) : undefined;
    if (image && path === undefined)
      problems.add({ problem: "The image of an embed is not in the export", where });
    if (path === undefined && !mapped.embed.title && !mapped.embed.description) return [];
    const media =
      path === undefined
        ? undefined
        : { id: importedFileId(message.id, `embed ${at}`), path, filename: nameOfMedia(image ?? "") };
    return [{ embed: mapped.embed, media }];
  });
}

function mapReactions(
  { reactions = [] }: ExportedMessage,
  { channel_id, id: message_id }: MessageRow,
  { ids, problems, file, line }: MessageContext,
): ReactionRow[] {
  let count = 0;
  return reactions.flatMap(({ emoji, users = [], count: counted = users.length }) => {
    const where = `${file.name}:${line}`;
    const key = emoji.id ? ids.emoji(emoji.id) : isUnicodeEmoji(emoji.name) ? emoji.name : undefined;
    if (key === undefined)
      problems.add({ problem: "The emoji of a reaction is not in the export", where, detail: emoji.name });
    else if (counted > users.length)
      problems.add({ problem: "The export does not say who reacted", where, detail: emoji.name });
    if (key === undefined) return [];
    return users.flatMap((user) => {
      const user_id = ids.user(user.id);
      // In their order: the id of the message, and then a number.
      const since = `${message_id.slice(0, 18)}${String(count++).padStart(8, "0")}`;
      return user_id === undefined ? [] : [{ channel_id, message_id, emoji: key, user_id, since }];
    });
  });
}
