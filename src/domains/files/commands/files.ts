import type { Command } from "../../../declare/command.ts";
import { findOrphanedBlobs } from "../actions/check-files.ts";
import { previewKeysOf } from "../rules/serving.ts";
import { purgeDeleted } from "../store/stored-files.ts";
import { checkFilesCommand } from "./check-files.ts";
import { moveFilesCommand } from "./move-files.ts";

const collect: Command = {
  words: ["files", "gc"],
  args: [],
  doc: "Remove deleted files, and stored content that belongs to no file.",
  async run({ services: { blobs, clock }, read, write }) {
    const removed = { files: 0, blobs: 0 };
    const remove = async (key: string) => {
      await blobs.delete(key);
      removed.blobs += 1;
    };
    for (;;) {
      const { files, blobKeys } = await write((tx) => purgeDeleted(tx, 100));
      if (files === 0) break;
      removed.files += files;
      for (const key of blobKeys) {
        await remove(key);
        for (const preview of previewKeysOf(key)) await blobs.delete(preview);
      }
    }
    for await (const { problem, key } of findOrphanedBlobs(read, blobs, clock.now()))
      if (problem === "orphan") await remove(key);
    return [removed];
  },
};

export const fileCommands: readonly Command[] = [checkFilesCommand, collect, moveFilesCommand];
