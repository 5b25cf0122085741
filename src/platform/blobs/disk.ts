import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assertBlobKey, type Blobs } from "./port.ts";

const pieceSize = 128 * 1024;
/** A write still under way touches its file more often; another process may be the one writing. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Keeps each blob as the file `ab/cd/key`, where `abcd` begins the hash of the key. */
export function createDiskBlobs(directory: string): Blobs {
  const unfinished = join(directory, "unfinished");
  mkdirSync(unfinished, { recursive: true });
  removeAbandoned(unfinished);

  function pathOf(key: string): string {
    assertBlobKey(key);
    const hash = createHash("sha256").update(key).digest("hex");
    return join(directory, hash.slice(0, 2), hash.slice(2, 4), key);
  }

  return {
    async put(key, content) {
      const path = pathOf(key);
      const draft = join(unfinished, randomUUID());
      try {
        const size = await writeDurably(draft, content);
        await mkdir(dirname(path), { recursive: true });
        await rename(draft, path);
        // The folders above as well: this put, or one beside it, may have just made them.
        await Promise.all([dirname(path), dirname(dirname(path)), directory].map(syncDirectory));
        return { size };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    async get(key, range) {
      const file = await open(pathOf(key), "r").catch(absentAsUndefined);
      return file && streamOf(file, range?.start ?? 0, range?.end ?? Number.POSITIVE_INFINITY);
    },
    async size(key) {
      return (await stat(pathOf(key)).catch(absentAsUndefined))?.size;
    },
    async delete(key) {
      const path = pathOf(key);
      const removed = await unlink(path).then(() => true, absentAsUndefined);
      if (removed) await syncDirectory(dirname(path));
    },
    async *keys() {
      for (const first of await shardsIn(directory)) {
        for (const second of await shardsIn(join(directory, first))) {
          yield* await readdir(join(directory, first, second));
        }
      }
    },
    async close() {},
  };
}

async function writeDurably(path: string, content: ReadableStream<Uint8Array> | Uint8Array): Promise<number> {
  await using file = await open(path, "wx");
  let size = 0;
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    for (let written = 0; written < piece.length; ) {
      written += (await file.write(piece, written, piece.length - written)).bytesWritten;
    }
    size += piece.length;
  }
  await file.sync();
  return size;
}

/** Reads from the open file, so that a replaced or deleted blob is still read whole. */
function streamOf(file: FileHandle, start: number, end: number): ReadableStream<Uint8Array> {
  let position = start;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const wanted = Math.max(0, Math.min(pieceSize, end - position));
        const { bytesRead, buffer } = await file.read(new Uint8Array(wanted), 0, wanted, position);
        position += bytesRead;
        if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead));
        await file.close();
        controller.close();
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    cancel: () => file.close(),
  });
}

async function syncDirectory(path: string): Promise<void> {
  await using folder = await open(path, "r");
  await folder.sync();
}

async function shardsIn(path: string): Promise<string[]> {
  return (await readdir(path)).filter((name) => /^[0-9a-f]{2}$/.test(name));
}

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.mtimeMs < Date.now() - abandonedAfterMs) rmSync(path, { force: true });
  }
}

function absentAsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
