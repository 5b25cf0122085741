import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildClient } from "./build-client.ts";
import { buildExecutable } from "./build-executable.ts";
import { type PackageFiles, packDeb } from "./deb.ts";
import { fetchLibraries } from "./debian-libraries.ts";
import { packImage } from "./image.ts";
import { installParts } from "./parts.ts";
import { foldersOf, packTar } from "./tar.ts";
import type { Release, Target } from "./target.ts";

export const top = join(import.meta.dir, "..");

export type Kind = "archive" | "deb" | "image";

export interface PackagesToMake {
  readonly release: Release;
  readonly targets: readonly Target[];
  readonly kinds: readonly Kind[];
  readonly folder: string;
  readonly log: (line: string) => void;
}

/** Makes packages into a folder, and returns their paths. */
export async function makePackages({
  release,
  targets,
  kinds,
  folder,
  log,
}: PackagesToMake): Promise<string[]> {
  const work = mkdtempSync(join(tmpdir(), "ermine-package-"));
  mkdirSync(folder, { recursive: true });
  const made: string[] = [];
  const write = async (name: string, content: Uint8Array) => {
    const path = join(folder, name);
    await Bun.write(path, content);
    made.push(path);
    log(`${name}  ${Math.round(content.length / 1e6)} MB`);
  };
  try {
    log("building the web client …");
    const client = join(work, "client");
    await buildClient(client);
    const pages = readPages();
    for (const target of targets) {
      log(`building the executable for ${target.arch} …`);
      const parts = await installParts(top, target);
      const outfile = join(work, `ermine-${target.arch}`);
      await buildExecutable({ release, target, parts, client, work, outfile });
      const files: PackageFiles = { executable: await Bun.file(outfile).bytes(), text: readText, pages };
      const { version } = release;
      if (kinds.includes("archive"))
        await write(
          `ermine-${version}-linux-${target.arch}.tar.gz`,
          await packArchive(release, target, files),
        );
      if (kinds.includes("deb"))
        await write(`ermine_${version}_${target.debian}.deb`, await packDeb(release, target, files));
      if (kinds.includes("image")) {
        const libraries = await fetchLibraries(top, target, work);
        const image = await packImage(release, target, { files, libraries });
        await write(`ermine-${version}-linux-${target.arch}-image.tar`, image);
      }
    }
    return made;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

export async function packArchive(
  { version, seconds }: Release,
  { arch }: Target,
  files: PackageFiles,
): Promise<Buffer> {
  const folder = `ermine-${version}-linux-${arch}`;
  const texts = ["LICENSE", "THIRD-PARTY.md", "CHANGELOG.md", "ermine.service"];
  const entries = [
    { path: `${folder}/ermine`, mode: 0o755, content: files.executable },
    ...texts.map((name) => ({ path: `${folder}/${name}`, mode: 0o644, content: files.text(name) })),
    ...[...files.pages].map(([path, content]) => ({ path: `${folder}/docs/${path}`, mode: 0o644, content })),
  ];
  return gzipSync(await packTar([...foldersOf(entries), ...entries], seconds));
}

const elsewhere: Record<string, string> = {
  LICENSE: "LICENSE",
  "THIRD-PARTY.md": "THIRD-PARTY.md",
  "CHANGELOG.md": "CHANGELOG.md",
};

/** Links between these pages lead somewhere in a package too. */
function readPages(): Map<string, Uint8Array> {
  const docs = join(top, "docs");
  const paths = ["operating/**/*", "reference/*.md"].flatMap((each) => [
    ...new Bun.Glob(each).scanSync(docs),
  ]);
  return new Map(paths.sort().map((path) => [path, readFileSync(join(docs, path))]));
}

export function readText(name: string): Uint8Array {
  return readFileSync(join(top, elsewhere[name] ?? `packaging/files/${name}`));
}
