import { ApiError } from "../../src/declare/error.ts";
import { entryNames } from "../../src/domains/exports/index.ts";
import { type FileUse, importFile } from "../../src/domains/files/index.ts";
import type { File } from "../../src/protocol/file.ts";
import { isColour } from "../../src/rules/colour.ts";
import type { ImportContext, ImportedContent } from "../write/import-context.ts";
import type { PlannedChannel, PlannedRole, ServerPlan } from "../write/write-structure.ts";
import type { CheckedArchive } from "./check-archive.ts";
import { movedFileId, movedId } from "./moved-ids.ts";

/** Where the archive holds a file, and the id that it gets. */
export function contentOf(
  { path, entries }: CheckedArchive,
  { _id, filename }: Pick<File, "_id" | "filename">,
): ImportedContent | undefined {
  const entry = entries.get(entryNames.file(_id));
  if (!entry) return undefined;
  const range = { start: entry.start, end: entry.end };
  return { id: movedFileId(_id), path, range, filename, isProcessed: true };
}

interface ImageUse {
  readonly use: FileUse;
  readonly by: string;
  readonly uploader: string;
}

/** Stores an image, if the archive has it; returns its description as JSON. */
export async function storeImage(
  archive: CheckedArchive,
  image: Pick<File, "_id" | "filename"> | undefined,
  { use, context }: { readonly use: ImageUse; readonly context: ImportContext },
): Promise<string | null> {
  const content = image && contentOf(archive, image);
  if (!content || context.isDryRun) return null;
  try {
    return JSON.stringify(await importFile({ ...content, ...use }, context));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.problems.add({ problem: "The image cannot be shown", where: entryNames.file(image._id) });
    return null;
  }
}

interface PlanOptions {
  readonly serverId: string;
  readonly ownerId: string;
  readonly name: string;
  readonly context: ImportContext;
}

/** The server that an archive becomes. Its images are stored first, because rows hold their descriptions. */
export async function planServer(archive: CheckedArchive, options: PlanOptions): Promise<ServerPlan> {
  const { serverId, ownerId, name, context } = options;
  const { server } = archive;
  const channels = new Map(archive.channels.map(({ _id }) => [_id, movedId("channel", _id)]));
  const image = (file: Pick<File, "_id" | "filename"> | undefined, use: FileUse, by: string) =>
    storeImage(archive, file, { use: { use, by, uploader: ownerId }, context });
  const roles: PlannedRole[] = [];
  for (const role of archive.roles.toSorted((one, other) => one.rank - other.rank)) {
    const id = movedId("role", role._id);
    roles.push({
      id,
      name: role.name,
      allow: role.permissions.a,
      deny: role.permissions.d,
      colour: role.colour !== undefined && isColour(role.colour) ? role.colour : null,
      hoist: role.hoist ? 1 : 0,
      rank: role.rank,
      icon: await image(role.icon, "RoleIcon", id),
    });
  }
  const known = new Set(archive.roles.map(({ _id }) => _id));
  const planned: PlannedChannel[] = [];
  for (const channel of archive.channels) {
    const id = movedId("channel", channel._id);
    const { default_permissions: everyone, role_permissions = {}, voice } = channel;
    planned.push({
      id,
      name: channel.name,
      description: channel.description ?? null,
      icon: await image(channel.icon, "ChannelIcon", id),
      nsfw: channel.nsfw ? 1 : 0,
      voice: voice ? JSON.stringify(voice) : null,
      slowmode: channel.slowmode ?? null,
      everyone: everyone && { allow: everyone.a, deny: everyone.d },
      overrides: Object.entries(role_permissions)
        .filter(([role]) => known.has(role))
        .map(([role, { a, d }]) => ({ role_id: movedId("role", role), allow: a, deny: d })),
    });
  }
  const systemMessages = Object.entries(server.system_messages ?? {}).flatMap(([what, channel]) => {
    const moved = channels.get(channel);
    return moved === undefined ? [] : [[what, moved]];
  });
  return {
    server: {
      name,
      description: server.description ?? null,
      system_messages: server.system_messages ? JSON.stringify(Object.fromEntries(systemMessages)) : null,
      default_permissions: server.default_permissions,
      icon: await image(server.icon, "ServerIcon", serverId),
      banner: await image(server.banner, "ServerBanner", serverId),
      nsfw: server.nsfw ? 1 : 0,
    },
    roles,
    channels: planned,
    categories: archive.categories.map((category) => ({
      ...category,
      channels: category.channels.flatMap((id) => channels.get(id) ?? []),
    })),
  };
}
