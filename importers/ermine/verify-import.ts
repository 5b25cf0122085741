import type { Reader } from "../../src/declare/tx.ts";
import { listChannelIds } from "../../src/domains/channels/index.ts";
import { entryNames } from "../../src/domains/exports/index.ts";
import { listFiles } from "../../src/domains/files/index.ts";
import { listEmojisOfServer, listRoles, type ServersTables } from "../../src/domains/members/index.ts";
import type { MessagesTables } from "../../src/domains/messages/index.ts";
import type { ImportContext } from "../write/import-context.ts";
import { findImportedPeople } from "../write/write-people.ts";
import { readPart } from "./archive-lines.ts";
import type { CheckedArchive } from "./check-archive.ts";
import { movedFileId, movedId } from "./moved-ids.ts";

const batchSize = 500;

/** How much of each kind the archive holds, and how much of that is here now. */
export interface VerifiedCount {
  readonly what: string;
  readonly archive: number;
  readonly here: number;
}

/** Counts both sides. What was deleted here since an earlier import is missing, and so is what could not be taken. */
export async function verifyImport(
  archive: CheckedArchive,
  serverId: string,
  context: ImportContext,
): Promise<readonly VerifiedCount[]> {
  const { counts } = archive.manifest;
  const { read } = context;
  const among = (kind: "role" | "channel" | "emoji", objects: readonly { readonly _id: string }[]) => {
    const ids = new Set(objects.map(({ _id }) => movedId(kind, _id)));
    return (found: readonly string[]) => found.filter((id) => ids.has(id)).length;
  };
  const roles = await read((db) => listRoles(db, serverId));
  const channels = await read((db) => listChannelIds(db, serverId));
  const emojis = await read((db) => listEmojisOfServer(db, serverId));
  const people = await findImportedPeople(context);
  const users = [...archive.users.keys()].flatMap((id) => people.get(id)?.now ?? []);
  return [
    { what: "roles", archive: counts.roles, here: among("role", archive.roles)(roles.map(({ id }) => id)) },
    { what: "channels", archive: counts.channels, here: among("channel", archive.channels)(channels) },
    {
      what: "emoji",
      archive: counts.emojis,
      here: among("emoji", archive.emojis)(emojis.map(({ _id }) => _id)),
    },
    { what: "people", archive: counts.users, here: users.length },
    { what: "members", archive: counts.members, here: await countMembers(users, serverId, read) },
    { what: "messages", archive: counts.messages, here: await countMessages(archive, read) },
    { what: "files", archive: counts.files, here: await countFiles(archive, read) },
  ];
}

type Read = ImportContext["read"];

async function countMembers(users: readonly string[], serverId: string, read: Read): Promise<number> {
  let count = 0;
  for (let at = 0; at < users.length; at += batchSize)
    count += await read(async (db) => {
      const rows = await db
        .sql<ServersTables>()
        .selectFrom("members")
        .select("user_id")
        .where("server_id", "=", serverId)
        .where("user_id", "in", users.slice(at, at + batchSize))
        .execute();
      return rows.length;
    });
  return count;
}

async function countMessages(archive: CheckedArchive, read: Read): Promise<number> {
  let count = 0;
  for (const { _id } of archive.channels) {
    const entry = archive.entries.get(entryNames.messages(_id));
    if (!entry) continue;
    let ids: string[] = [];
    const flush = async () => {
      count += await read((db) => countPresent(db, movedId("channel", _id), ids));
      ids = [];
    };
    for await (const { value } of readPart(archive, "messages", entry).lines()) {
      ids.push(value._id);
      if (ids.length === batchSize) await flush();
    }
    await flush();
  }
  return count;
}

async function countPresent(db: Reader, channelId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await db
    .sql<MessagesTables>()
    .selectFrom("messages")
    .select("id")
    .where("channel_id", "=", channelId)
    .where("id", "in", ids)
    .execute();
  return rows.length;
}

async function countFiles(archive: CheckedArchive, read: Read): Promise<number> {
  const entry = archive.entries.get(entryNames.part("files"));
  if (!entry) return 0;
  let count = 0;
  let ids: string[] = [];
  const flush = async () => {
    count += (await read((db) => listFiles(db, ids))).length;
    ids = [];
  };
  for await (const { value } of readPart(archive, "files", entry).lines()) {
    ids.push(value.tag === "emojis" ? movedId("emoji", value._id) : movedFileId(value._id));
    if (ids.length === batchSize) await flush();
  }
  await flush();
  return count;
}
