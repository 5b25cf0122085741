import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { listFiles } from "./list-files.ts";

/** Content encodings that a file may also be stored in, the preferred one first. */
export const encodings = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

export type Encoding = (typeof encodings)[number]["name"];

/** In memory, or in the executable. */
export type Content = Uint8Array<ArrayBuffer> | Blob;

/** A file of a built web client. */
export interface ClientFile {
  readonly type: string;
  readonly etag: string;
  readonly cacheControl: string;
  readonly bytes: Content;
  readonly encoded: Partial<Record<Encoding, Content>>;
}

/** A built web client: its files by path, with `/` for its index page. Those of the admin page are below `/admin/`. */
export type BuiltClient = ReadonlyMap<string, ClientFile>;

/** Changes the text of a file, or returns it as it is. */
export type EditText = (text: string) => string;

/** All files are held in memory, so a directory that was named by mistake must not be read to its end. */
const maxBytes = 256 * 1_024 * 1_024;

/** Names that contain a digest of the content, as bundlers write them: `/assets/index-B3x9a_Qz.js`. */
const hashedName = /^(?:\/admin)?\/assets\/(?:.*\/)?[^/]+[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;

const isText = (type: string) => /^text\/|javascript|json|xml/.test(type);
const isCompressible = (type: string) => isText(type) || type === "application/wasm";

const compress = (content: Uint8Array<ArrayBuffer>) =>
  promisify(process.getBuiltinModule("node:zlib").gzip)(content);

/** Reads all files of a directory that has an index page. */
export async function readClient(directory: string, edit: EditText = (text) => text): Promise<BuiltClient> {
  if (!existsSync(join(directory, "index.html"))) throw new Error(`${directory} has no index.html`);
  const stored = new Map<string, Uint8Array<ArrayBuffer>>();
  let size = 0;
  for (const path of await listFiles(directory)) {
    const bytes = await readFile(join(directory, path));
    size += bytes.length;
    if (size > maxBytes) throw new Error(`${directory} has more than ${maxBytes} bytes`);
    stored.set(`/${path}`, bytes);
  }
  const client = new Map<string, ClientFile>();
  for (const [path, bytes] of stored) {
    const encodes = encodings.some(({ suffix }) => path.endsWith(suffix) && stored.has(path.slice(0, -3)));
    if (!encodes) client.set(path, await createFile(path, bytes, { stored, edit }));
  }
  const index = client.get("/index.html");
  return index ? client.set("/", index) : client;
}

async function createFile(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
  { stored, edit }: { stored: ReadonlyMap<string, Uint8Array<ArrayBuffer>>; edit: EditText },
): Promise<ClientFile> {
  const { type } = Bun.file(path);
  const text = isText(type) ? Buffer.from(bytes).toString() : undefined;
  const edited = text === undefined ? undefined : edit(text);
  const isEdited = edited !== text;
  const content = isEdited && edited !== undefined ? Buffer.from(edited) : bytes;
  const encoded: ClientFile["encoded"] = {};
  if (!isEdited)
    for (const { name, suffix } of encodings) {
      const sibling = stored.get(path + suffix);
      if (sibling) encoded[name] = sibling;
    }
  if (isCompressible(type) && Object.keys(encoded).length === 0) encoded.gzip = await compress(content);
  return {
    type,
    etag: `"${new Bun.CryptoHasher("sha256").update(content).digest("base64url").slice(0, 22)}"`,
    // An edited file changes with the configuration, and its name does not.
    cacheControl: hashedName.test(path) && !isEdited ? "public, max-age=31536000, immutable" : "no-cache",
    bytes: content,
    encoded,
  };
}
