import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { assertBlobKey, type Blobs } from "../port.ts";
import { openStaging } from "../staging.ts";

/** Stores each blob as the file `ab/cd/key`, where `abcd` begins the hash of the key. */
export function createDiskBlobs(directory: string): Blobs {
  const stage = openStaging(join(directory, "unfinished"));

  function pathOf(key: string): string {
    assertBlobKey(key);
    const hash = createHash("sha256").update(key).digest("hex");
    return join(directory, hash.slice(0, 2), hash.slice(2, 4), key);
  }

  return {
    async put(key, content) {
      const path = pathOf(key);
      await using staged = await stage(content);
      await sync(staged.path);
      await mkdir(dirname(path), { recursive: true });
      await rename(staged.path, path);
      // The parent folders as well: this put, or a concurrent one, may have just created them.
      await Promise.all([dirname(path), dirname(dirname(path)), directory].map(sync));
      return { size: staged.size };
    },
    async get(key, range) {
      const path = pathOf(key);
      if (!(await stat(path).catch(absentAsUndefined))) return undefined;
      const file = Bun.file(path);
      return (range ? file.slice(range.start, range.end) : file).stream();
    },
    async size(key) {
      return (await stat(pathOf(key)).catch(absentAsUndefined))?.size;
    },
    async delete(key) {
      const path = pathOf(key);
      const removed = await unlink(path).then(() => true, absentAsUndefined);
      if (removed) await sync(dirname(path));
    },
    async *keys() {
      for (const first of await shardsIn(directory)) {
        for (const second of await shardsIn(join(directory, first))) {
          yield* await readdir(join(directory, first, second));
        }
      }
    },
    async check() {
      await stat(directory);
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Waits until this file or folder would survive a power cut. */
async function sync(path: string): Promise<void> {
  await using opened = await open(path, "r");
  await opened.sync();
}

async function shardsIn(path: string): Promise<string[]> {
  const names = (await readdir(path).catch(absentAsUndefined)) ?? [];
  return names.filter((name) => /^[0-9a-f]{2}$/.test(name));
}

function absentAsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
