import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { configWith } from "../config/load.ts";
import { createTar } from "../platform/tar/write-tar.ts";
import { memberNames } from "./archive-format.ts";
import { openBackupStorage } from "./backup-storage.ts";
import { EarlierFiles, fileLine, filesOfArchive, folderOfArchive, type ListedFile } from "./file-list.ts";

const id = "ermine-20261116t115141076z-e8e74c";

test("the files of an archive are those of its list, and of one that is gone there are none", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ermine-files-"));
  try {
    const files: ListedFile[] = [
      { key: "a", size: 1, sha256: "0".repeat(64) },
      { key: "b", size: 2, sha256: null },
    ];
    {
      await using tar = await createTar(join(folder, `${id}.tar`));
      // It comes before the list in an archive with a passphrase.
      await tar.add(memberNames.identity, new Blob(["sealed"]));
      await tar.add(memberNames.files, new Blob([gzipSync(files.map(fileLine).join(""))]));
      await tar.finish();
    }
    const place = await openBackupStorage(configWith({ data_dir: folder }), folder);
    expect(await Array.fromAsync(filesOfArchive(place, id, "files"))).toEqual(files);
    expect(await Array.fromAsync(filesOfArchive(place, id, "others"))).toEqual([]);
    expect(await folderOfArchive(place, id)).toBe("files");
    // As a bucket answers, when another node has removed the archive since it was listed.
    const single = await openBackupStorage(configWith({ data_dir: folder }), join(folder, "single.tar"));
    expect(await single.read(id)).toBeUndefined();
    expect(await Array.fromAsync(filesOfArchive(single, id, "files"))).toEqual([]);
    expect(await folderOfArchive(single, id)).toBeUndefined();
    writeFileSync(join(folder, `${id}.tar`), "");
    expect(Array.fromAsync(filesOfArchive(place, id, "files"))).rejects.toThrow();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the files of an earlier archive are found by their keys, in order, up to damage in its list", async () => {
  const file = (key: string): ListedFile => ({ key, size: 1, sha256: null });
  await using earlier = new EarlierFiles(
    (async function* () {
      yield* ["a", "c", "d"].map(file);
      throw new Error("damaged");
    })(),
  );
  const found: (string | undefined)[] = [];
  for (const key of ["a", "b", "d", "e"]) found.push((await earlier.find(key))?.key);
  expect(found).toEqual(["a", undefined, "d", undefined]);
});
