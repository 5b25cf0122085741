import type { BuiltClient, ClientFile, Content } from "./built-client.ts";

/** Under these names, a package contains the built client: what its files are, and their bytes one after another. */
export const packedNames = { index: "web-client-index.bin", content: "web-client.bin" };

/** A client in two files that are read as they are, so that a start neither copies nor computes anything. */
export interface PackedClient {
  readonly index: Blob;
  readonly content: Blob;
}

/** Where the bytes are. */
type Span = readonly [start: number, end: number];

type PackedFile = Omit<ClientFile, "bytes" | "encoded"> & {
  readonly bytes: Span;
  readonly encoded: Readonly<Record<string, Span>>;
};

export function packClient(client: BuiltClient): PackedClient {
  const contents: Content[] = [];
  let length = 0;
  const add = (content: Content): Span => {
    contents.push(content);
    const start = length;
    length += content instanceof Blob ? content.size : content.length;
    return [start, length];
  };
  const files = [...client].map(([path, { bytes, encoded, ...rest }]): [string, PackedFile] => {
    const spans = Object.entries(encoded).map(([name, content]) => [name, add(content)]);
    return [path, { ...rest, bytes: add(bytes), encoded: Object.fromEntries(spans) }];
  });
  return { index: new Blob([JSON.stringify(files)]), content: new Blob(contents) };
}

export async function openPackedClient({ index, content }: PackedClient): Promise<BuiltClient> {
  const cut = ([start, end]: Span) => content.slice(start, end);
  const files = JSON.parse(await index.text()) as [string, PackedFile][];
  return new Map(
    files.map(([path, { bytes, encoded, ...rest }]) => {
      const contents = Object.entries(encoded).map(([name, span]) => [name, cut(span)]);
      return [path, { ...rest, bytes: cut(bytes), encoded: Object.fromEntries(contents) }];
    }),
  );
}
