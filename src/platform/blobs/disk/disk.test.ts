import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { type FileHandle, open, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bytes, makeFolder, streamOf } from "../../../../test/support/files/blob-content.ts";
import { createDiskBlobs } from "./disk.ts";

let directory: string;

beforeEach(async () => {
  directory = await makeFolder();
});
afterEach(() => rm(directory, { recursive: true }));

async function filesLeft(): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test("a broken put leaves no file of any name", async () => {
  const broken = streamOf([new Uint8Array(300_000)], new Error("cut off"));
  await expect(createDiskBlobs(directory).put("key", broken)).rejects.toThrow("cut off");
  expect(await filesLeft()).toEqual([]);
});

test("opening removes what a crash left, but neither blobs nor writes in progress", async () => {
  await createDiskBlobs(directory).put("blob", bytes("kept"));
  const [left, fresh] = [join(directory, "unfinished", "left"), join(directory, "unfinished", "fresh")];
  await writeFile(left, "half");
  await writeFile(fresh, "half");
  await utimes(left, 0, 0);
  const blobs = createDiskBlobs(directory);
  expect((await filesLeft()).sort()).toEqual(["blob", "fresh"]);
  expect(await Array.fromAsync(blobs.keys())).toEqual(["blob"]);
});

test("blobs outlive the engine that put them", async () => {
  await createDiskBlobs(directory).put("key", bytes("kept"));
  const stream = await createDiskBlobs(directory).get("key");
  expect(await new Response(stream).text()).toBe("kept");
});

test("a full disk refuses the put with its own code, and nothing is left", async () => {
  const blobs = createDiskBlobs(directory);
  await blobs.put("key", bytes("good"));
  await using _ = await fillDisk();
  for (const content of [bytes("more"), streamOf([bytes("more")]), Bun.file(import.meta.path)]) {
    await expect(blobs.put("key", content)).rejects.toMatchObject({ code: "ENOSPC" });
  }
  expect(await filesLeft()).toEqual(["key"]);
  expect(await new Response(await blobs.get("key")).text()).toBe("good");
});

/** Lets every write fail with ENOSPC. */
async function fillDisk(): Promise<AsyncDisposable> {
  await using probe = await open(import.meta.path);
  const files: FileHandle = Object.getPrototypeOf(probe);
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const write = spyOn(files, "write").mockRejectedValue(full);
  return { [Symbol.asyncDispose]: async () => void write.mockRestore() };
}
