/** A file, a folder (without content) or a symbolic link in an archive. */
export interface Entry {
  readonly path: string;
  readonly mode: number;
  readonly content?: Uint8Array;
  readonly link?: string;
  /** User and group; root without it. */
  readonly owner?: number;
}

const blockSize = 512;

/** Packs entries as tar does, sorted and all of one moment: the same entries give the same bytes. */
export function packTar(entries: readonly Entry[], seconds: number): Buffer {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const blocks = sorted.flatMap((entry) => {
    const content = entry.content ?? Buffer.alloc(0);
    const padding = Buffer.alloc((blockSize - (content.length % blockSize)) % blockSize);
    return [header(entry, content.length, seconds), content, padding];
  });
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]);
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

function header({ path, mode, content, link, owner = 0 }: Entry, size: number, seconds: number): Buffer {
  const block = Buffer.alloc(blockSize);
  const put = (text: string, offset: number, length: number) => {
    if (Buffer.byteLength(text) > length) throw new Error(`${path} does not fit into a tar archive`);
    block.write(text, offset);
  };
  const octal = (value: number, offset: number, length: number) =>
    put(value.toString(8).padStart(length - 1, "0"), offset, length);
  put(path, 0, 100);
  octal(mode, 100, 8);
  octal(owner, 108, 8);
  octal(owner, 116, 8);
  octal(size, 124, 12);
  octal(seconds, 136, 12);
  put(link === undefined ? (content ? "0" : "5") : "2", 156, 1);
  put(link ?? "", 157, 100);
  put("ustar\0" + "00", 257, 8);
  // The sum counts its own field as spaces.
  block.write("        ", 148);
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(`${sum.toString(8).padStart(6, "0")}\0 `, 148, 8);
  return block;
}
