import sharp from "sharp";
import type { FileTag } from "../../../src/domains/files/model.ts";
import type { FilesTables } from "../../../src/domains/files/tables.ts";
import type { File } from "../../../src/protocol/file.ts";
import type { TestServer } from "../server/server.ts";

export interface StoredFile {
  readonly id: string;
  readonly tag: FileTag;
  readonly blobKey: string;
  /** The URL of the preview. */
  readonly url: string;
  /** The URL with the original filename. */
  readonly originalUrl: string;
}

export interface FileToStore {
  readonly content: Uint8Array;
  readonly tag?: FileTag;
  readonly filename?: string;
  readonly type?: string;
  readonly metadata?: File["metadata"];
  /** Whether an object uses it; otherwise it is an unused upload. */
  readonly used?: boolean;
}

let count = 0;

/** Stores a file as an upload and its claim would. */
export async function storeFile(server: TestServer, file: FileToStore): Promise<StoredFile> {
  const { services, store } = server.running;
  const { tag = "attachments", filename = "file.bin", used = true } = file;
  const id = `file-${++count}`;
  const blobKey = `blob-${count}`;
  await services.blobs.put(blobKey, file.content);
  const uploader_id = services.ids.next();
  await store.write(async (tx) => {
    const sql = tx.sql<FilesTables>();
    await sql
      .insertInto("stored_files")
      .values({
        hash: `hash-${count}`,
        blob_key: blobKey,
        content_type: file.type ?? "application/octet-stream",
        metadata: JSON.stringify(file.metadata ?? { type: "File" }),
        size: file.content.length,
        stored_at: services.clock.now(),
      })
      .execute();
    await sql
      .insertInto("files")
      .values({
        id,
        tag,
        filename,
        hash: `hash-${count}`,
        uploader_id,
        charged_to: uploader_id,
        uploaded_at: services.clock.now(),
        used_as: used ? "Message" : null,
        used_by: used ? services.ids.next() : null,
        deleted_at: null,
      })
      .execute();
  });
  const url = `${server.url}/autumn/${tag}/${id}`;
  return { id, tag, blobKey, url, originalUrl: `${url}/${encodeURIComponent(filename)}` };
}

export interface ImageToStore extends Omit<FileToStore, "content" | "metadata"> {
  readonly width: number;
  readonly height: number;
  readonly animated?: boolean;
}

/** Stores an image of this size; an animated one is a GIF of two frames. */
export async function storeImage(
  server: TestServer,
  { width, height, animated = false, ...file }: ImageToStore,
): Promise<StoredFile> {
  const content = await (animated ? drawGif(width, height) : drawPng(width, height));
  const type = animated ? "image/gif" : "image/png";
  const metadata = { type: "Image", width, height, animated } as const;
  return storeFile(server, { type, filename: "picture", ...file, content, metadata });
}

export async function drawPng(width: number, height: number, background = "red"): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

async function drawGif(width: number, height: number): Promise<Uint8Array> {
  const frames = ["red", "blue"].map((colour) => drawPng(width, height, colour));
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
}
