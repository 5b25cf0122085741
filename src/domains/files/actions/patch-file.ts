import { open } from "node:fs/promises";
import type { BytePatch, ReadAt } from "../rules/byte-access.ts";

/** Opens a file for positional reads while `work` runs. */
export async function withFile<T>(path: string, work: (readAt: ReadAt) => Promise<T>): Promise<T> {
  await using file = await open(path, "r");
  return await work(async (offset, length) => {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await file.read(buffer, 0, length, offset);
    return buffer.subarray(0, bytesRead);
  });
}

const zeros = new Uint8Array(65_536);

/** Overwrites parts of a file. */
export async function patchFile(path: string, patches: readonly BytePatch[]): Promise<void> {
  if (patches.length === 0) return;
  await using file = await open(path, "r+");
  for (const { at, bytes } of patches) {
    if (typeof bytes !== "number") await file.write(bytes, 0, bytes.length, at);
    else
      for (let done = 0; done < bytes; done += zeros.length)
        await file.write(zeros, 0, Math.min(zeros.length, bytes - done), at + done);
  }
}
