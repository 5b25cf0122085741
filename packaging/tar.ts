import { packTar as pack } from "modern-tar";

/** A file, a folder (without content) or a symbolic link in an archive. */
export interface Entry {
  readonly path: string;
  readonly mode: number;
  readonly content?: Uint8Array;
  readonly link?: string;
  /** User and group; root without it. */
  readonly owner?: number;
}

/** Packs entries as tar does, sorted and all of one moment: the same entries give the same bytes. */
export async function packTar(entries: readonly Entry[], seconds: number): Promise<Buffer> {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const mtime = new Date(seconds * 1_000);
  const packed = await pack(
    sorted.map(({ path, mode, content, link, owner = 0 }) => ({
      header: {
        name: path,
        mode,
        mtime,
        uid: owner,
        gid: owner,
        size: content?.length ?? 0,
        type: link !== undefined ? "symlink" : content ? "file" : "directory",
        ...(link !== undefined && { linkname: link }),
      },
      ...(content && { body: content }),
    })),
  );
  return Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
}

/** The folders above these paths, each once. */
export function foldersOf(entries: readonly Entry[]): Entry[] {
  const paths = entries.flatMap(({ path }) => {
    const names = path.split("/").slice(0, -1);
    return names.map((_, index) => `${names.slice(0, index + 1).join("/")}/`);
  });
  const own = new Set(entries.map(({ path }) => path));
  return [...new Set(paths)].filter((path) => !own.has(path)).map((path) => ({ path, mode: 0o755 }));
}
