import type { ArchiveLine } from "../../src/domains/exports/index.ts";
import {
  emptyMessageRow,
  isUnicodeEmoji,
  type Message,
  type MessageRow,
  type ReactionRow,
  systemAuthor,
} from "../../src/domains/messages/index.ts";
import type { File } from "../../src/protocol/file.ts";
import type { ImportProblems } from "../problems.ts";
import type { MappedMessage, MessageFile } from "../write/write-batch.ts";
import type { MessageAt } from "./check-archive.ts";
import { movedFileId, movedId } from "./moved-ids.ts";
import { type MovedIds, rewriteContent } from "./rewrite-content.ts";

interface MappingContext {
  readonly channelId: string;
  readonly ids: MovedIds;
  readonly problems: ImportProblems;
  /** The content of a file, if the archive holds it. */
  fileOf(file: Pick<File, "_id" | "filename">): MessageFile | undefined;
}

/** A message as it is stored here. It keeps its id, which is unique within its channel. */
export function mapMessage({ message, place }: MessageAt, context: MappingContext): MappedMessage {
  const { channelId: channel_id, ids, problems } = context;
  const { _id: id, author, webhook } = message;
  const where = `${place.name}:${place.line}`;
  const rewrite = (text: string) => rewriteContent(text, ids);
  const files = (message.attachments ?? []).map((file) => ({ file, content: context.fileOf(file) }));
  const absent = files.filter(({ content }) => !content).map(({ file }) => file.filename);
  for (const detail of absent) problems.add({ problem: "The file is not in the archive", where, detail });
  const text = message.content === undefined ? "" : rewrite(message.content);
  const content = [...(text === "" ? [] : [text]), ...absent.map((name) => `*${name}*`)].join("\n");
  const author_id = authorOf(message, ids);
  const isPerson = !webhook && author !== systemAuthor;
  const imported = movedId("user", author);
  const row: MessageRow = {
    ...emptyMessageRow({ channel_id, id, author_id }),
    nonce: nonceOf(message),
    content: content === "" ? null : content,
    system: json(message.system && mapSystem(message.system, ids)),
    webhook: json(webhook && { name: webhook.name, avatar: webhook.avatar && movedFileId(webhook.avatar) }),
    // An edit may leave an empty list.
    embeds: message.embeds?.length === 0 ? "[]" : null,
    mentions: list(message.mentions?.map((user) => ids.user(user) ?? movedId("user", user))),
    role_mentions: list(message.role_mentions?.map((role) => ids.role(role) ?? movedId("role", role))),
    replies: list(message.replies),
    interactions: json(message.interactions && mapInteractions(message.interactions, ids)),
    masquerade: json(message.masquerade),
    flags: message.flags ?? 0,
    edited_at: message.edited === undefined ? null : Date.parse(message.edited),
    pinned: message.pinned ? 1 : 0,
  };
  return {
    row,
    ...(isPerson && author_id !== imported && { claimedFrom: imported }),
    ...(text !== content && { contentOfEdit: text }),
    reactions: mapReactions(message, row, { ids, problems, where }),
    attachments: files.flatMap(({ file, content: stored }) =>
      stored ? [{ ...stored, ...(file.description !== undefined && { description: file.description }) }] : [],
    ),
    embeds: (message.embeds ?? []).map((embed) => mapEmbed(embed, context, rewrite)),
  };
}

function authorOf({ author, webhook }: ArchiveLine<"messages">, ids: MovedIds): string {
  if (author === systemAuthor) return systemAuthor;
  return webhook ? movedId("webhook", author) : (ids.user(author) ?? movedId("user", author));
}

/** Ordinary messages without one are shown with their id. */
function nonceOf({ _id, nonce, webhook, system }: ArchiveLine<"messages">): string | null {
  return nonce === undefined || (nonce === _id && !webhook && !system) ? null : nonce;
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

function list(values: readonly unknown[] | undefined): string | null {
  return values === undefined || values.length === 0 ? null : JSON.stringify(values);
}

/** Messages keep their ids; users have new ones, also those who are not in the archive. */
function mapSystem(system: NonNullable<Message["system"]>, ids: MovedIds): object {
  if (system.type === "text") return { ...system, content: rewriteContent(system.content, ids) };
  const isAboutMessage = system.type === "message_pinned" || system.type === "message_unpinned";
  const users = isAboutMessage ? ["by"] : ["id", "by", "from", "to"];
  return Object.fromEntries(
    Object.entries(system).map(([key, value]) => [
      key,
      users.includes(key) && typeof value === "string" ? (ids.user(value) ?? movedId("user", value)) : value,
    ]),
  );
}

function mapInteractions(interactions: NonNullable<Message["interactions"]>, ids: MovedIds): object {
  const { reactions } = interactions;
  return {
    ...interactions,
    ...(reactions && { reactions: reactions.map((each) => ids.emoji(each) ?? each) }),
  };
}

function mapEmbed(
  embed: NonNullable<Message["embeds"]>[number],
  context: MappingContext,
  rewrite: (text: string) => string,
): MappedMessage["embeds"][number] {
  if (embed.type !== "Text") return { embed, media: undefined };
  const { media, ...rest } = embed;
  const { title, description } = rest;
  return {
    embed: {
      ...rest,
      ...(title !== undefined && { title: rewrite(title) }),
      ...(description !== undefined && { description: rewrite(description) }),
    },
    media: media && context.fileOf(media),
  };
}

function mapReactions(
  { reactions = {} }: ArchiveLine<"messages">,
  { channel_id, id: message_id }: MessageRow,
  { ids, problems, where }: { ids: MovedIds; problems: ImportProblems; where: string },
): ReactionRow[] {
  let count = 0;
  return Object.entries(reactions).flatMap(([given, users]) => {
    const emoji = ids.emoji(given) ?? (isUnicodeEmoji(given) ? given : undefined);
    if (emoji === undefined) {
      problems.add({ problem: "The emoji of a reaction is not in the archive", where, detail: given });
      return [];
    }
    return [...new Set(users)].map((user) => {
      // In their order: the id of the message, and then a number.
      const since = `${message_id.slice(0, 18)}${String(count++).padStart(8, "0")}`;
      return { channel_id, message_id, emoji, user_id: ids.user(user) ?? movedId("user", user), since };
    });
  });
}
