import { resolve } from "node:path";
import { type Command, CommandError } from "../../../declare/command.ts";
import { throttled } from "../../../platform/concurrency/throttled.ts";
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
    try {
      const written = await writeArchive(serverId, path, { services, read, progress });
      if (!written) throw new CommandError(`There is no server ${serverId}.`);
      const { name, bytes, counts } = written;
      return [{ server: serverId, name, file: path, bytes, ...counts }];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST")
        throw new CommandError(`${path} exists already.`);
      throw error;
    }
  },
};
