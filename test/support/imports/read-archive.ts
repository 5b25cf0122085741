import { Compile } from "typebox/compile";
import { openArchive } from "../../../importers/ermine/archive-file.ts";
import {
  ArchiveManifest,
  type ArchivePart,
  archiveLines,
  kindOfEntry,
} from "../../../src/domains/exports/index.ts";

interface ReadArchive {
  readonly manifest: ArchiveManifest;
  /** The lines of each part, by its name. */
  readonly parts: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  readonly contents: Readonly<Record<string, Buffer>>;
  readonly text: string;
}

/** Reads an archive whole, and throws where it is not as the page about its format says. */
export async function readArchive(path: string): Promise<ReadArchive> {
  const bytes = Buffer.from(await Bun.file(path).bytes());
  const { entries } = await openArchive(path);
  const parts: Record<string, Record<string, unknown>[]> = {};
  const contents: Record<string, Buffer> = {};
  let manifest: unknown;
  for (const { name, start, end } of entries.values()) {
    const content = bytes.subarray(start, end);
    const kind = kindOfEntry(name);
    if (kind === "manifest") manifest = JSON.parse(content.toString());
    else if (kind === "content") contents[name.slice("files/".length)] = content;
    else parts[name] = linesOf(content, kind as ArchivePart);
  }
  if (!Compile(ArchiveManifest).Check(manifest)) throw new Error("the manifest is not valid");
  for (const { name, size, sha256, lines } of manifest.parts) {
    const { start, end } = entries.get(name) ?? { start: 0, end: 0 };
    const found = { size: end - start, sha256: Bun.SHA256.hash(bytes.subarray(start, end), "hex") };
    if (found.size !== size || found.sha256 !== sha256 || parts[name]?.length !== lines)
      throw new Error(`${name} differs from the manifest`);
  }
  return { manifest, parts, contents, text: bytes.toString("latin1") };
}

function linesOf(content: Buffer, part: ArchivePart): Record<string, unknown>[] {
  const check = Compile(archiveLines[part]);
  return content
    .toString()
    .split("\n")
    .slice(0, -1)
    .map((line) => {
      const value: unknown = JSON.parse(line);
      if (!check.Check(value)) throw new Error(`${part}: ${JSON.stringify(check.Errors(value))}`);
      return value as Record<string, unknown>;
    });
}
