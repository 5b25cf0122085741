import { ApiError } from "../../src/declare/error.ts";
import { importFile } from "../../src/domains/files/index.ts";
import { findServer, ServerUpdated, updateServer } from "../../src/domains/members/index.ts";
import type { ImportContext } from "../write/import-context.ts";
import { writeEmoji } from "../write/write-emoji.ts";
import { importedFileId, importedId } from "./snowflakes.ts";
import type { ExportedImage, SurveyedEmoji } from "./survey.ts";

interface ImageTarget {
  readonly serverId: string;
  readonly ownerId: string;
}

/** Gives the server its icon, unless it has one. */
export async function writeIcon(
  icon: ExportedImage | undefined,
  { serverId, ownerId }: ImageTarget,
  context: ImportContext,
): Promise<void> {
  const { path } = icon ?? {};
  if (path === undefined) return;
  const server = await context.read((db) => findServer(db, serverId));
  if (server?.icon !== null) return;
  const id = importedFileId("icon", serverId);
  const use = { use: "ServerIcon", by: serverId, uploader: ownerId } as const;
  try {
    const file = await importFile({ id, path, filename: "icon", ...use }, context);
    await context.write(async (tx) => {
      await updateServer(tx, serverId, { icon: JSON.stringify(file) });
      tx.emit(ServerUpdated, { id: serverId, data: { icon: file }, clear: [] });
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.problems.add({ problem: "The icon is no image that can be shown", where: serverId });
  }
}

/** Creates the emoji of which the export has images; returns their ids here by those there. */
export async function writeEmojis(
  emojis: Iterable<SurveyedEmoji>,
  { serverId, ownerId }: ImageTarget,
  context: ImportContext,
): Promise<Map<string, string>> {
  const created = new Map<string, string>();
  for (const { id: snowflake, name, image } of emojis) {
    const id = importedId("emoji", snowflake);
    if (image?.path === undefined)
      context.problems.add({ problem: "The image of an emoji is not in the export", where: name });
    else {
      const emoji = { id, name, creator_id: ownerId, nsfw: 0, image: { path: image.path, filename: name } };
      if (context.isDryRun || (await writeEmoji(emoji, serverId, context))) created.set(snowflake, id);
    }
  }
  return created;
}
