import { existsSync, mkdirSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Command, CommandError } from "../../../declare/command.ts";
import { throttled } from "../../../platform/concurrency/throttled.ts";
import { AlreadyRunning, lockDataDirectory } from "../../../platform/data-directory/data-directory.ts";
import { moveInto } from "../../../platform/tar/move-into.ts";
import { writeArchive } from "../actions/write-archive.ts";
import type { ArchiveCounts } from "../archive-model.ts";

export const exportServer: Command = {
  words: ["export", "server"],
  args: ["server"],
  options: { into: "the file to write, which must not exist; by default the id of the server with .tar" },
  doc: "Write a server into one archive, while it is in use: roles, channels, members, messages and files. `import ermine` reads it.",
  async run({ args: [serverId = ""], options, read, write, services, nameTarget, report }) {
    const path = resolve(options.into ?? `${serverId}.tar`);
    nameTarget(serverId);
    // Nothing is changed: this records the command, before anything is read.
    await write(async () => {});
    const progress = throttled(({ messages, files }: ArchiveCounts) =>
      report(`Exporting: ${messages.toLocaleString("en")} messages, ${files.toLocaleString("en")} files`),
    );
    // A killed command leaves no file that looks complete, and the next run removes what it left.
    const folder = `${path}.unfinished`;
    const assertNew = () => {
      if (existsSync(path)) throw new CommandError(`${path} exists already.`);
    };
    const lock = lockFolder(folder, path);
    try {
      assertNew();
      const content = join(folder, "content");
      await rm(content, { recursive: true, force: true });
      await mkdir(content);
      const archive = join(content, "archive.tar");
      const written = await writeArchive(serverId, archive, { services, read, progress });
      if (!written) throw new CommandError(`There is no server ${serverId}.`);
      assertNew();
      await moveInto(archive, path);
      const { name, bytes, counts } = written;
      return [{ server: serverId, name, file: path, bytes, ...counts }];
    } finally {
      lock[Symbol.dispose]();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Keeps other commands from the folder in which the archive at `path` is written. */
function lockFolder(folder: string, path: string): Disposable {
  if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 });
  try {
    return lockDataDirectory(folder);
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    throw new CommandError(`Another export is writing ${path}.`);
  }
}
