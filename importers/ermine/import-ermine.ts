import { CommandError, type OutputRows } from "../../src/declare/command.ts";
import { type ArchiveLine, entryNames } from "../../src/domains/exports/index.ts";
import { findServer, listMembersAmong } from "../../src/domains/members/index.ts";
import { BatchPace } from "../pace.ts";
import { createProgress, type Progress } from "../progress.ts";
import { finishImport, PostedCodes } from "../write/finish-import.ts";
import type { ImportContext } from "../write/import-context.ts";
import { type MappedMessage, type MessageCounts, writeBatch } from "../write/write-batch.ts";
import { writeEmoji } from "../write/write-emoji.ts";
import {
  authorIsGone,
  findImportedPeople,
  type NewMember,
  writeMembers,
  writePeople,
} from "../write/write-people.ts";
import { writeStructure } from "../write/write-structure.ts";
import { readPart } from "./archive-lines.ts";
import type { CheckedArchive } from "./check-archive.ts";
import { mapMessage } from "./map-message.ts";
import { movedFileId, movedId } from "./moved-ids.ts";
import { contentOf, planServer, storeImage } from "./plan-server.ts";
import type { MovedIds } from "./rewrite-content.ts";

interface ErmineImport {
  readonly archive: CheckedArchive;
  /** The server to import into; it need not exist. */
  readonly serverId: string;
  readonly name: string;
  /** A user with an account who is to own a new server. */
  readonly ownerId: string | undefined;
}

/** Writes an archive into a server, in transactions that each take little time; returns what was taken. */
export async function importErmine(job: ErmineImport, context: ImportContext): Promise<OutputRows> {
  const { archive, serverId, name } = job;
  const known = await findImportedPeople(context);
  const people = [...archive.users.values()];
  const fresh = people.filter(({ _id }) => !known.has(_id));
  const isGone = (id: string) => known.get(id)?.isGone === true;
  const userOf = (id: string) =>
    isGone(id)
      ? undefined
      : (known.get(id)?.now ?? (archive.users.has(id) ? movedId("user", id) : undefined));
  const server = await context.read((db) => findServer(db, serverId));
  const ownerId = job.ownerId ?? server?.owner_id ?? userOf(archive.server.owner);
  if (ownerId === undefined) throw new CommandError("Name the owner of the new server with --owner.");

  if (!context.isDryRun) {
    const { roles, channels } = archive;
    context.report(`Writing ${fresh.length} people, ${roles.length} roles and ${channels.length} channels.`);
    await writePeople(
      fresh.map((user) => importedPerson(user, archive)),
      context,
    );
    const plan = await planServer(archive, { serverId, ownerId, name, context });
    await context.write((tx) => writeStructure(tx, plan, { serverId, ownerId }));
    await importMembers(archive, { serverId, userOf }, context);
  }
  const emojis = await importEmojis(archive, { serverId, ownerId, userOf }, context);
  const codes = new PostedCodes(context);
  const ids = movedIds(archive, { serverId, userOf, emojis, context });
  const counts = await importAllMessages(archive, { ids, codes, ownerId, isGone }, context);
  const channelIds = archive.channels.map(({ _id }) => movedId("channel", _id));
  if (!context.isDryRun) await finishImport({ serverId, ownerId, channelIds }, context);
  const claimed = await codes.apply();
  return [
    { what: "people who are new here", count: fresh.length },
    { what: "messages that are new here", count: counts.taken },
    { what: "messages that were there already", count: counts.existing },
    { what: "messages that were edited since", count: counts.edited },
    { what: "files of messages", count: counts.files },
    { what: "people who claimed their history by a code", count: claimed },
  ];
}

function importedPerson(user: ArchiveLine<"users">, archive: CheckedArchive) {
  return {
    id: user._id,
    userId: movedId("user", user._id),
    name: user.username,
    displayName: user.display_name,
    avatar: user.avatar && contentOf(archive, user.avatar),
  };
}

interface Target {
  readonly serverId: string;
  /** Who somebody of the archive is here. */
  userOf(id: string): string | undefined;
}

async function importMembers(
  archive: CheckedArchive,
  { serverId, userOf }: Target,
  context: ImportContext,
): Promise<void> {
  const entry = archive.entries.get(entryNames.part("members"));
  if (!entry) return;
  const known = new Set(archive.roles.map(({ _id }) => _id));
  const roleIds = (ids: readonly string[] = []) =>
    [...new Set(ids)].filter((id) => known.has(id)).map((id) => movedId("role", id));
  let batch: { user_id: string; line: ArchiveLine<"members"> }[] = [];
  const flush = async () => {
    const ids = batch.map(({ user_id }) => user_id);
    const existing = await context.read((db) => listMembersAmong(db, serverId, ids));
    const members = new Set(existing.map(({ user_id }) => user_id));
    const fresh: NewMember[] = [];
    for (const { user_id, line } of batch) {
      if (members.has(user_id)) continue;
      const use = { use: "MemberAvatar", by: serverId, uploader: user_id } as const;
      const avatar = await storeImage(archive, line.avatar, { use, context });
      fresh.push({ ...memberRow(line), user_id, avatar, roles: roleIds(line.roles) });
    }
    await writeMembers(fresh, serverId, context);
    batch = [];
  };
  for await (const { value: line } of readPart(archive, "members", entry).lines()) {
    const user_id = userOf(line.user);
    if (user_id !== undefined) batch.push({ user_id, line });
    if (batch.length === membersPerRead) await flush();
  }
  await flush();
}

const membersPerRead = 500;

function memberRow(line: ArchiveLine<"members">) {
  const { nickname = null, pronouns = null, joined_at, timeout, can_publish, can_receive } = line;
  return {
    joined_at: Date.parse(joined_at),
    nickname,
    pronouns,
    timeout_until: timeout === undefined ? null : Date.parse(timeout),
    can_publish: can_publish === false ? 0 : 1,
    can_receive: can_receive === false ? 0 : 1,
  };
}

/** Creates the emoji of which the archive has images; returns their ids here by those there. */
async function importEmojis(
  archive: CheckedArchive,
  { serverId, ownerId, userOf }: Target & { readonly ownerId: string },
  context: ImportContext,
): Promise<ReadonlyMap<string, string>> {
  const created = new Map<string, string>();
  for (const { _id, name, creator_id, nsfw } of archive.emojis) {
    const image = contentOf(archive, { _id, filename: name });
    const id = movedId("emoji", _id);
    if (!image) {
      context.problems.add({ problem: "The image of an emoji is not in the archive", where: name });
      continue;
    }
    const emoji = { id, name, creator_id: userOf(creator_id) ?? ownerId, nsfw: nsfw ? 1 : 0, image };
    if (context.isDryRun || (await writeEmoji(emoji, serverId, context))) created.set(_id, id);
  }
  return created;
}

interface IdSources extends Target {
  readonly emojis: ReadonlyMap<string, string>;
  readonly context: ImportContext;
}

function movedIds(archive: CheckedArchive, { serverId, userOf, emojis, context }: IdSources): MovedIds {
  const roles = new Set(archive.roles.map(({ _id }) => _id));
  const channels = new Map(archive.channels.map(({ _id }) => [_id, movedId("channel", _id)]));
  const { app } = context.services.urls;
  return {
    user: userOf,
    role: (id) => (roles.has(id) ? movedId("role", id) : undefined),
    channel: (id) => channels.get(id),
    emoji: (id) => emojis.get(id),
    link(server, channel, message) {
      const id = server === archive.server._id ? channels.get(channel) : undefined;
      if (id === undefined) return undefined;
      if (app === "") return `<#${id}>`;
      return `${app}/server/${serverId}/channel/${id}${message === undefined ? "" : `/${message}`}`;
    },
  };
}

interface MessageTarget {
  readonly ids: MovedIds;
  readonly codes: PostedCodes;
  readonly ownerId: string;
  isGone(author: string): boolean;
}

async function importAllMessages(
  archive: CheckedArchive,
  target: MessageTarget,
  context: ImportContext,
): Promise<MessageCounts> {
  const counts: MessageCounts = { taken: 0, existing: 0, edited: 0, files: 0 };
  const sizes = archive.manifest.parts.filter(({ name }) => name.startsWith("messages/"));
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const doing = context.isDryRun ? "Checking" : "Importing";
  const progress = createProgress({ doing, unit: "messages", total, report: context.report });
  const pace = new BatchPace(context);
  const storeAvatar = avatarStore(archive, target.ownerId, context);
  for (const { _id } of archive.channels)
    await importChannel(_id, { archive, target, context, counts, progress, pace, storeAvatar });
  return counts;
}

interface ChannelImport {
  readonly archive: CheckedArchive;
  readonly target: MessageTarget;
  readonly context: ImportContext;
  readonly counts: MessageCounts;
  readonly progress: Progress;
  readonly pace: BatchPace;
  storeAvatar(message: ArchiveLine<"messages">): Promise<void>;
}

async function importChannel(
  channel: string,
  { archive, target, context, counts, progress, pace, storeAvatar }: ChannelImport,
): Promise<void> {
  const name = entryNames.messages(channel);
  const entry = archive.entries.get(name);
  if (!entry) return;
  const channelId = movedId("channel", channel);
  const { problems } = context;
  const fileOf = (file: Parameters<typeof contentOf>[1]) => contentOf(archive, file);
  let batch: MappedMessage[] = [];
  let bytes = 0;
  const flush = async () => {
    await writeBatch(batch, { channelId, context, counts, pace });
    progress.advance(bytes, batch.length);
    [batch, bytes] = [[], 0];
  };
  for await (const { value, line, bytes: length } of readPart(archive, "messages", entry).lines()) {
    if (target.isGone(value.author)) {
      problems.add({ problem: authorIsGone, where: `${name}:${line}` });
      continue;
    }
    await storeAvatar(value);
    const at = { message: value, place: { name, line } };
    batch.push(mapMessage(at, { channelId, ids: target.ids, problems, fileOf }));
    // Bots and webhooks repeat what others tell them to.
    const isPerson = !value.webhook && !archive.users.get(value.author)?.bot;
    if (isPerson) target.codes.look(value.content ?? "", value.author);
    bytes += length;
    if (batch.length >= pace.size) await flush();
  }
  await flush();
}

/** Stores the images of webhooks, each once. */
function avatarStore(archive: CheckedArchive, uploader: string, context: ImportContext) {
  const stored = new Set<string>();
  return async ({ author, webhook }: ArchiveLine<"messages">): Promise<void> => {
    if (!webhook?.avatar || stored.has(webhook.avatar)) return;
    stored.add(webhook.avatar);
    const use = { use: "WebhookAvatar", by: movedId("webhook", author), uploader } as const;
    const image = { _id: webhook.avatar, filename: movedFileId(webhook.avatar) };
    await storeImage(archive, image, { use, context });
  };
}
