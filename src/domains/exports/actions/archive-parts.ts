import type { Services } from "../../../declare/services.ts";
import type { Reader } from "../../../declare/tx.ts";
import type { File } from "../../../protocol/file.ts";
import { listServerChannels } from "../../channels/index.ts";
import {
  findServer,
  listEmojisOfServer,
  listRoles,
  type MemberWithRoles,
  memberView,
  roleView,
  serverView,
} from "../../members/index.ts";
import { type Message, systemAuthor } from "../../messages/index.ts";
import type { ArchiveCounts, ArchiveLine } from "../archive-model.ts";

export interface ExportContext {
  readonly services: Services;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
  /** Called often, with what was written so far. */
  progress(counts: ArchiveCounts): Promise<void> | void;
}

/** What is small, read at one moment. */
export async function readStructure(db: Reader, serverId: string) {
  const row = await findServer(db, serverId);
  if (!row) return undefined;
  const roles = await listRoles(db, serverId);
  const channels = await listServerChannels(db, serverId);
  const emojis = await listEmojisOfServer(db, serverId);
  const {
    _id,
    owner,
    name,
    description,
    system_messages,
    default_permissions,
    icon,
    banner,
    nsfw,
    categories,
  } = serverView(row, { roles: [], channels: [], members: 0 });
  const server = { _id, owner, name, description, system_messages, default_permissions, icon, banner, nsfw };
  return {
    server: [server],
    roles: roles.map(roleView),
    categories: categories ?? [],
    channels: channels.map(({ last_message_id: _last, server: _server, ...channel }) => channel),
    emojis: emojis.map(({ parent: _parent, ...emoji }) => emoji),
  };
}

export function memberLine(row: MemberWithRoles): ArchiveLine<"members"> {
  const { _id, ...member } = memberView(row);
  return { user: _id.user, ...member };
}

/** The users that a message names. */
export function* usersIn({ author, webhook, mentions, system, reactions }: Message): Generator<string> {
  if (!webhook && author !== systemAuthor) yield author;
  yield* mentions ?? [];
  if (reactions) for (const users of Object.values(reactions)) yield* users;
  if (!system) return;
  const isAboutMessage = system.type === "message_pinned" || system.type === "message_unpinned";
  const { id, by, from, to }: Partial<Record<string, unknown>> = system;
  for (const value of isAboutMessage ? [by] : [id, by, from, to]) if (typeof value === "string") yield value;
}

/** A file that a line of the archive names. */
export interface FileReference {
  readonly id: string;
  readonly tag: File["tag"];
}

export function* filesIn({ attachments, embeds, webhook }: Message): Generator<FileReference> {
  for (const { _id: id, tag } of attachments ?? []) yield { id, tag };
  for (const embed of embeds ?? [])
    if (embed.type === "Text" && embed.media) yield { id: embed.media._id, tag: embed.media.tag };
  if (webhook?.avatar) yield { id: webhook.avatar, tag: "avatars" };
}

export function sourceOf({ urls }: Services): string {
  return urls.app || urls.api;
}
