import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packDeb } from "../../packaging/deb.ts";
import { packImage } from "../../packaging/image.ts";
import { packArchive, readText } from "../../packaging/make-packages.ts";
import { targets } from "../../packaging/target.ts";

const release = { version: "1.2.3", commit: "c".repeat(40), seconds: 1_700_000_000 };
const files = { executable: Buffer.from("#!/bin/sh\n"), text: readText, pages: new Map() };
const page = readFileSync(join(import.meta.dir, "../../THIRD-PARTY.md"), "utf8");

/** Packs with a file in place of the executable, unpacks with the tools of others, and reads a file. */
function readFrom(content: Uint8Array, unpack: (file: string) => string[][], path: string): string {
  const folder = mkdtempSync(join(tmpdir(), "ermine-contents-"));
  try {
    writeFileSync(join(folder, "package"), content);
    mkdirSync(join(folder, "root"));
    for (const command of unpack(join(folder, "package"))) {
      const { exitCode, stderr } = Bun.spawnSync(command, { cwd: join(folder, "root") });
      if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`);
    }
    return readFileSync(join(folder, "root", path), "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.each(targets.map((target) => [target.arch, target] as const))("packages for %s", (arch, target) => {
  test("have the licences of what they contain in the archive", async () => {
    const archive = await packArchive(release, target, files);
    const path = `ermine-1.2.3-linux-${arch}/THIRD-PARTY.md`;
    expect(readFrom(archive, (file) => [["tar", "-xzf", file]], path)).toBe(page);
  });

  test("have them in the package for Debian", async () => {
    const unpack = (file: string) => [
      ["ar", "x", file],
      ["tar", "-xzf", "data.tar.gz"],
    ];
    const path = "usr/share/doc/ermine/THIRD-PARTY.md";
    expect(readFrom(await packDeb(release, target, files), unpack, path)).toBe(page);
  });

  test("have them in the image", async () => {
    const image = await packImage(release, target, { files, libraries: [] });
    // The layers, the last of which is the program.
    const layers = `node -p 'JSON.parse(require("fs").readFileSync("manifest.json"))[0].Layers.join("\\n")'`;
    const unpack = (file: string) => [
      ["tar", "-xf", file],
      ["sh", "-c", `for layer in $(${layers}); do tar -xzf $layer; done`],
    ];
    expect(readFrom(image, unpack, "usr/share/doc/ermine/THIRD-PARTY.md")).toBe(page);
  });
});
