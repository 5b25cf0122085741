import { LineSpool } from "../../../platform/tar/line-spool.ts";
import type { TarWriter } from "../../../platform/tar/write-tar.ts";
import {
  type ArchiveCounts,
  type ArchiveLine,
  type ArchiveManifest,
  type ArchivePart,
  entryNames,
} from "../archive-model.ts";
import { listUserLines, membersOf, messagesOf } from "../store/export-pages.ts";
import { type ExportContext, type FileReference, filesIn, memberLine, usersIn } from "./archive-parts.ts";
import { copyFiles } from "./copy-files.ts";

/** An archive that is being written. */
export interface OpenArchive {
  readonly tar: TarWriter;
  /** Temporary files have this name and an ending. */
  readonly path: string;
  readonly context: ExportContext;
  readonly counts: ArchiveCounts;
  readonly parts: ArchiveManifest["parts"];
  /** Everybody who is named in what was written so far. */
  readonly users: Set<string>;
  /** Images that were written; messages of a webhook share theirs. */
  readonly images: Set<string>;
  /** The lines of `files.jsonl`. */
  readonly files: LineSpool;
}

type References = AsyncIterable<FileReference> | Iterable<FileReference>;

export async function addPart(
  archive: OpenArchive,
  name: string,
  lines: AsyncIterable<ArchiveLine<ArchivePart>> | Iterable<ArchiveLine<ArchivePart>>,
): Promise<void> {
  await using spool = new LineSpool(`${archive.path}.part`);
  for await (const line of lines) await spool.add(line);
  await addSpool(archive, name, spool);
}

export async function addSpool({ tar, parts }: OpenArchive, name: string, spool: LineSpool): Promise<void> {
  const { size, sha256 } = await tar.add(name, await spool.finish());
  parts.push({ name, lines: spool.lines, size, sha256 });
}

export async function addFiles(archive: OpenArchive, references: References): Promise<void> {
  const { tar, context, counts, files } = archive;
  for await (const file of copyFiles(onlyNew(archive, references), tar, context)) {
    if (file) await files.add(file);
    counts[file ? "files" : "missing_files"] += 1;
    await context.progress(counts);
  }
}

/** Attachments belong to one message each, so they are not remembered. */
async function* onlyNew({ images }: OpenArchive, references: References): AsyncGenerator<FileReference> {
  for await (const reference of references) {
    const { id, tag } = reference;
    if (tag !== "attachments" && images.has(id)) continue;
    if (tag !== "attachments") images.add(id);
    yield reference;
  }
}

/** A part whose lines name files; those follow it. */
async function addPartWithFiles<P extends ArchivePart>(
  archive: OpenArchive,
  name: string,
  linesOf: (named: (reference: FileReference) => Promise<void>) => AsyncIterable<ArchiveLine<P>>,
): Promise<void> {
  await using spool = new LineSpool(`${archive.path}.named`);
  await addPart(
    archive,
    name,
    linesOf((reference) => spool.add(reference)),
  );
  await spool.finish();
  await addFiles(archive, spool.read() as AsyncGenerator<FileReference>);
}

export async function addMembers(archive: OpenArchive, serverId: string): Promise<void> {
  const { counts, users, context } = archive;
  await addPartWithFiles<"members">(archive, entryNames.part("members"), async function* (named) {
    for await (const page of membersOf(context.read, serverId))
      for (const row of page) {
        const line = memberLine(row);
        users.add(line.user);
        counts.members += 1;
        if (line.avatar) await named({ id: line.avatar._id, tag: line.avatar.tag });
        yield line;
      }
  });
}

/** The messages of a channel that are older than an id. */
export async function addMessages(archive: OpenArchive, channelId: string, before: string): Promise<void> {
  const { counts, users, context } = archive;
  await addPartWithFiles<"messages">(archive, entryNames.messages(channelId), async function* (named) {
    for await (const page of messagesOf(context.read, channelId, before)) {
      for (const message of page) {
        for (const id of usersIn(message)) users.add(id);
        for (const reference of filesIn(message)) await named(reference);
        counts.messages += 1;
        const { channel: _, ...line } = message;
        yield line;
      }
      await context.progress(counts);
    }
  });
}

/** Last, because only then everybody is known who is named. */
export async function addUsers(archive: OpenArchive): Promise<void> {
  const { counts, users, context } = archive;
  await addPartWithFiles<"users">(archive, entryNames.part("users"), async function* (named) {
    for await (const line of listUserLines(context.read, [...users].toSorted())) {
      counts.users += 1;
      if (line.avatar) await named({ id: line.avatar._id, tag: line.avatar.tag });
      yield line;
    }
  });
}
