import { type FileHandle, open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "../../../declare/command.ts";
import { archivePersonalData } from "../../operators/index.ts";
import { requireNamedUser } from "../actions/named-user.ts";

export const exportUser: Command = {
  words: ["users", "export"],
  args: ["user"],
  options: { to: "the file to write, which must not exist; by default the id of the user with .zip" },
  doc: "Write everything that belongs to a person into a zip: account, profile, messages, files and the rest.",
  async run({ args: [which = ""], options, read, write, nameTarget }) {
    const { id: userId } = await read((db) => requireNamedUser(db, which));
    const path = resolve(options.to ?? `${userId}.zip`);
    await using file = await open(path, "wx", 0o600);
    try {
      nameTarget(userId);
      // Nothing is changed: this records the command, before anything is read.
      await write(async () => {});
      const archive = await read((db) => archivePersonalData(db, { userId, read }));
      return [{ user: userId, file: path, bytes: await writeAll(file, archive) }];
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  },
};

async function writeAll(file: FileHandle, content: ReadableStream<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of content) {
    await file.writeFile(chunk);
    bytes += chunk.length;
  }
  await file.sync();
  return bytes;
}
