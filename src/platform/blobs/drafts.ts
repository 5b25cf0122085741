import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BlobContent } from "./port.ts";

/** A write still under way touches its file more often; another process may be the one writing. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Content that is whole, and on this machine only. Removed when disposed of. */
export interface Draft extends AsyncDisposable {
  readonly path: string;
  readonly size: number;
}

export type WriteDraft = (content: BlobContent) => Promise<Draft>;

/** A folder for content on its way to being a blob; what a crash left in it is removed. */
export function openDrafts(folder: string): WriteDraft {
  mkdirSync(folder, { recursive: true });
  removeAbandoned(folder);
  return async (content) => {
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
  for await (const piece of piecesOf(content)) {
    for (let written = 0; written < piece.length; ) {
      written += (await file.write(piece, written, piece.length - written)).bytesWritten;
    }
    size += piece.length;
  }
  return size;
}

function piecesOf(content: BlobContent): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if (content instanceof Uint8Array) return [content];
  return content instanceof Blob ? content.stream() : content;
}

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.mtimeMs < Date.now() - abandonedAfterMs) rmSync(path, { force: true });
  }
}
