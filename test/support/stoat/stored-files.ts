import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Document } from "bson";
import { publishedKey } from "../../../importers/stoat/files/decrypt.ts";

/** A file of the old instance: its documents, and the object in its storage. */
export interface StoatFile {
  readonly content: Buffer;
  readonly attachment: Document;
  readonly hash: Document;
  readonly object: Buffer;
  readonly path: string;
}

export const filesKey = randomBytes(32);

interface FileOptions {
  readonly id: string;
  readonly tag: string;
  readonly filename: string;
  readonly content: Buffer;
  readonly contentType: string;
  readonly metadata: Document;
  readonly uploader: string;
  readonly usedFor?: { readonly type: string; readonly id: string };
  /** With the key that Stoat publishes, or not at all. */
  readonly encryption?: "published" | "none";
}

/** Encrypts as Stoat's file service does. */
export function makeStoatFile(options: FileOptions): StoatFile {
  const { id, tag, filename, content, contentType, metadata, uploader, usedFor, encryption } = options;
  const sha256 = createHash("sha256").update(content).digest("hex");
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", encryption === "published" ? publishedKey : filesKey, nonce);
  const encrypted = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  const common = { metadata, content_type: contentType, size: content.length };
  return {
    content,
    path: sha256,
    object: encryption === "none" ? content : encrypted,
    attachment: {
      _id: id,
      tag,
      filename,
      hash: sha256,
      uploaded_at: new Date("2025-03-01T12:00:00Z"),
      uploader_id: uploader,
      ...(usedFor && { used_for: usedFor }),
      ...common,
    },
    hash: {
      _id: sha256,
      processed_hash: sha256,
      created_at: new Date("2025-03-01T12:00:00Z"),
      bucket_id: "revolt-uploads",
      path: sha256,
      iv: encryption === "none" ? "" : nonce.toString("base64"),
      ...common,
    },
  };
}

/** The objects as a copy of the bucket has them. */
export function writeObjects(folder: string, files: readonly Pick<StoatFile, "path" | "object">[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { path, object } of files) writeFileSync(join(folder, path), object);
}
