import packageFile from "../../../../package.json" with { type: "json" };
import { LineSpool } from "../../../platform/tar/line-spool.ts";
import { createTar } from "../../../platform/tar/write-tar.ts";
import {
  type ArchiveCounts,
  type ArchiveLine,
  type ArchiveManifest,
  type ArchivePart,
  archiveFormat,
  entryNames,
} from "../archive-model.ts";
import {
  addFiles,
  addMembers,
  addMessages,
  addPart,
  addSpool,
  addUsers,
  type OpenArchive,
} from "./add-parts.ts";
import { type ExportContext, type FileReference, readStructure, sourceOf } from "./archive-parts.ts";

interface WrittenArchive {
  readonly name: string;
  readonly bytes: number;
  readonly counts: ArchiveCounts;
}

/**
 * Writes a server into a new file while it is in use; the caller removes the file after a failure. Roles, channels and
 * emoji are those of one moment. Members and messages are read in pages, in the order of their ids: one transaction
 * for all of them would keep the database from clearing up for as long as the export takes. Messages sent after it has
 * begun are not in it. Undefined if there is no such server.
 */
export async function writeArchive(
  serverId: string,
  path: string,
  context: ExportContext,
): Promise<WrittenArchive | undefined> {
  const structure = await context.read((db) => readStructure(db, serverId));
  const [server] = structure?.server ?? [];
  if (!structure || !server) return undefined;
  await using tar = await createTar(path);
  await using files = new LineSpool(`${path}.files`);
  const { ids, clock } = context.services;
  const [before, madeAt] = [ids.next(), clock.now()];
  const counts = noCounts();
  const archive: OpenArchive = {
    tar,
    path,
    context,
    counts,
    parts: [],
    users: new Set([server.owner, ...structure.emojis.map(({ creator_id }) => creator_id)]),
    images: new Set(),
    files,
  };
  for (const part of ["server", "roles", "categories", "channels", "emojis"] as const) {
    const lines: readonly ArchiveLine<ArchivePart>[] = structure[part];
    await addPart(archive, entryNames.part(part), lines);
    if (part !== "server") counts[part] = lines.length;
  }
  await addFiles(archive, imagesOf(structure));
  await addMembers(archive, serverId);
  for (const { _id } of structure.channels) await addMessages(archive, _id, before);
  await addUsers(archive);
  await addSpool(archive, entryNames.part("files"), files);
  const manifest: ArchiveManifest = {
    kind: "ermine-server",
    format: archiveFormat,
    program: packageFile.version,
    made_at: new Date(madeAt).toISOString(),
    source: sourceOf(context.services),
    server: { _id: serverId, name: server.name },
    counts,
    parts: archive.parts,
  };
  // Last: an archive without one is incomplete.
  await tar.add(entryNames.manifest, new Blob([`${JSON.stringify(manifest, null, 1)}\n`]));
  const bytes = await tar.finish();
  return { name: server.name, bytes, counts };
}

function noCounts(): ArchiveCounts {
  return {
    roles: 0,
    categories: 0,
    channels: 0,
    emojis: 0,
    members: 0,
    users: 0,
    messages: 0,
    files: 0,
    missing_files: 0,
  };
}

function* imagesOf({
  server,
  roles,
  channels,
  emojis,
}: NonNullable<Awaited<ReturnType<typeof readStructure>>>): Generator<FileReference> {
  for (const { icon, banner } of server)
    for (const file of [icon, banner]) if (file) yield { id: file._id, tag: file.tag };
  for (const { icon } of [...roles, ...channels]) if (icon) yield { id: icon._id, tag: icon.tag };
  for (const { _id } of emojis) yield { id: _id, tag: "emojis" };
}
