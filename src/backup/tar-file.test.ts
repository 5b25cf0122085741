import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTar } from "../platform/tar/write-tar.ts";
import { memberNames } from "./archive-format.ts";
import { readMembers, skip } from "./tar-file.ts";

/** The bytes in pieces, as a network delivers them. */
function inPieces(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
    },
  });
}

test.each([512, 1_000, 1_536, 5_000, 65_536, 1_000_000])(
  "a member is whole after one that was skipped, in pieces of %d bytes",
  async (size) => {
    const folder = mkdtempSync(join(tmpdir(), "ermine-tar-"));
    try {
      const path = join(folder, "archive");
      {
        await using tar = await createTar(path);
        await tar.add(memberNames.files, new Blob([new Uint8Array(300)]));
        await tar.add(memberNames.contents, new Blob([new Uint8Array(80_000).fill(7)]));
        await tar.add(memberNames.manifest, new Blob(["the end"]));
        await tar.finish();
      }
      const read: Record<string, number> = {};
      for await (const { name, kind, body } of readMembers("a", inPieces(await Bun.file(path).bytes(), size)))
        if (kind === "files") await skip(body);
        else read[name] = (await new Response(body).bytes()).length;
      expect(read).toEqual({ [memberNames.contents]: 80_000, [memberNames.manifest]: 7 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);
