import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BlobContent } from "./port.ts";

/** Longer than any write leaves its file untouched; the writer may be another process. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Complete content in a local file, which is removed when this is disposed of. */
interface StagedContent extends AsyncDisposable {
  readonly path: string;
  readonly size: number;
}

export type StageContent = (content: BlobContent) => Promise<StagedContent>;

/** Opens a folder for content that is to become a blob, and removes what a crash left in it. Use creates the folder. */
export function openStaging(folder: string): StageContent {
  if (existsSync(folder)) removeAbandoned(folder);
  return async (content) => {
    await mkdir(folder, { recursive: true });
    const path = join(folder, randomUUID());
    const remove = () => rm(path, { force: true });
    try {
      return { path, size: await write(path, content), [Symbol.asyncDispose]: remove };
    } catch (error) {
      await remove();
      throw error;
    }
  };
}

async function write(path: string, content: BlobContent): Promise<number> {
  await using file = await open(path, "wx");
  let size = 0;
  for await (const chunk of chunksOf(content)) {
    for (let written = 0; written < chunk.length; ) {
      written += (await file.write(chunk, written, chunk.length - written)).bytesWritten;
    }
    size += chunk.length;
  }
  return size;
}

function chunksOf(content: BlobContent): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (content instanceof Uint8Array) return [content];
  return content instanceof Blob ? content.stream() : content;
}

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats && stats.mtimeMs < Date.now() - abandonedAfterMs) rmSync(path, { force: true });
  }
}
