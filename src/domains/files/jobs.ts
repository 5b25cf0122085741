import Type from "typebox";
import { job } from "../../declare/job.ts";
import { findOrphanedBlobs } from "./actions/check-files.ts";
import { previewKeysOf } from "./rules/serving.ts";
import { expireUnused, purgeDeleted } from "./store/stored-files.ts";

const minute = 60_000;
const unusedMs = 60 * minute;
const day = 24 * 60 * minute;
const batch = 100;

export const deleteBlobs = job({
  name: "delete_blobs",
  doc: "Deletes blobs that belong to no file, and their previews; tried for about a day.",
  attempts: 30,
  payload: Type.Object({ keys: Type.Array(Type.String()) }),
  async run({ services: { blobs } }, { keys }) {
    for (const key of keys.flatMap((stored) => [stored, ...previewKeysOf(stored)])) await blobs.delete(key);
  },
});

export const sweepFiles = job({
  name: "sweep_files",
  doc: "Removes files that were deleted, or that no object used within an hour of their upload.",
  attempts: 1,
  everyMs: minute,
  payload: Type.Null(),
  async run({ services, write }) {
    const now = services.clock.now();
    await write((tx) => expireUnused(tx, now - unusedMs, now));
    for (let purged = batch; purged === batch; ) {
      purged = await write(async (tx) => {
        const { files, blobKeys } = await purgeDeleted(tx, batch);
        if (blobKeys.length > 0) await tx.enqueue(deleteBlobs, { keys: blobKeys });
        return files;
      });
    }
  },
});

export const sweepOrphanedBlobs = job({
  name: "sweep_loose_blobs",
  doc: "Deletes orphaned blobs that a crash left behind.",
  attempts: 1,
  everyMs: day,
  payload: Type.Null(),
  async run({ services: { blobs, clock }, read }) {
    for await (const { problem, key } of findOrphanedBlobs(read, blobs, clock.now()))
      if (problem === "orphan") await blobs.delete(key);
  },
});
