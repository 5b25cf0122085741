import { CommandError } from "../../src/declare/command.ts";
import type { Reader } from "../../src/declare/tx.ts";
import { findChannel } from "../../src/domains/channels/index.ts";
import type { FilesTables } from "../../src/domains/files/index.ts";
import { findServer } from "../../src/domains/members/index.ts";
import { MalformedExport } from "../malformed-export.ts";
import { assertNoCollisions } from "../write/check-collisions.ts";
import type { ArchivedStructure, MessageAt } from "./check-archive.ts";
import { movedFileId, movedId } from "./moved-ids.ts";

/** Throws if the archive was exported from this host, where its server still is, or was imported into another server. */
export async function assertForeign(
  db: Reader,
  { server, channels, roles }: ArchivedStructure,
  serverId: string,
): Promise<void> {
  const isHere =
    (await findServer(db, server._id)) !== undefined ||
    (await Promise.all(channels.map(({ _id }) => findChannel(db, _id)))).some(Boolean);
  if (isHere)
    throw new CommandError(
      `The server ${server._id} is on this host: the archive was exported here. Import it on another host. Nothing was imported.`,
    );
  const planned = {
    channels: channels.map(({ _id, name }) => ({
      id: movedId("channel", _id),
      label: `The channel ${name} (${_id}) of the archive`,
    })),
    roles: roles.map(({ _id }) => ({ id: movedId("role", _id) })),
  };
  await assertNoCollisions(db, planned, serverId);
}

/**
 * Throws if a message has the id of one here that has files: messages keep their ids, and the files of a message are
 * found by its id alone, so that to delete one message would delete the files of the other.
 */
export async function assertOwnFiles(db: Reader, messages: readonly MessageAt[]): Promise<void> {
  if (messages.length === 0) return;
  const own = new Map(
    messages.map((each) => [each.message._id, { ...each, files: new Set(fileIdsOf(each).map(movedFileId)) }]),
  );
  const rows = await db
    .sql<FilesTables>()
    .selectFrom("files")
    .select(["id", "used_by"])
    .where("used_by", "in", [...own.keys()])
    .execute();
  for (const { id, used_by } of rows) {
    const message = own.get(used_by ?? "");
    if (message && !message.files.has(id))
      throw new MalformedExport(
        message.place.name,
        message.place.line,
        `there is another message with the id ${used_by} here`,
      );
  }
}

function fileIdsOf({ message: { attachments = [], embeds = [] } }: MessageAt): string[] {
  const media = embeds.flatMap((embed) => (embed.type === "Text" && embed.media ? [embed.media] : []));
  return [...attachments, ...media].map(({ _id }) => _id);
}
