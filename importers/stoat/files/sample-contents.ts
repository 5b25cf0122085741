import { deserialize } from "bson";
import { CommandError } from "../../../src/declare/command.ts";
import type { FilesTables } from "../../../src/domains/files/index.ts";
import { digestBlob, digestContent } from "../../../src/platform/blobs/digest-blob.ts";
import type { Database } from "../../../src/platform/database/port.ts";
import { storedHash } from "../collections/files.ts";
import { type DumpedCollection, readCollection } from "../dump/open-dump.ts";
import type { Document } from "../values/values.ts";
import type { CopyOptions } from "./copy-contents.ts";
import { objectOf, readObject } from "./read-object.ts";

const sampleSize = 20;

/**
 * Decrypts some files again, evenly spread over the collection, and compares them with what the storage has now. Returns
 * how many there were.
 */
export async function sampleContents(
  collection: DumpedCollection,
  { total, database }: { readonly total: number; readonly database: Database },
  options: CopyOptions,
): Promise<number> {
  const chosen = new Set(
    Array.from({ length: sampleSize }, (_, index) => Math.floor((index * total) / sampleSize)),
  );
  let [position, compared] = [0, 0];
  for await (const frames of readCollection(collection))
    for (const { bytes } of frames) {
      const isChosen = chosen.has(position);
      position += 1;
      const content = isChosen ? readDocument(bytes) : undefined;
      if (content && (await compare(content, database, options))) compared += 1;
    }
  return compared;
}

/** Undefined for one that is not valid: it was reported before. */
function readDocument(bytes: Uint8Array): Document | undefined {
  try {
    return deserialize(bytes);
  } catch {
    return undefined;
  }
}

/** False if the file was not taken. */
async function compare(content: Document, database: Database, options: CopyOptions): Promise<boolean> {
  const hash = storedHash(content._id);
  const stored = await database.read((queries) =>
    queries
      .sql<FilesTables>()
      .selectFrom("stored_files")
      .select(["blob_key", "sha256"])
      .where("hash", "=", hash)
      .executeTakeFirst(),
  );
  if (!stored) return false;
  const { digest } = await readObject(objectOf(content), options, digestContent);
  const copy = await digestBlob(options.blobs, stored.blob_key);
  if (digest.sha256 !== stored.sha256 || copy?.sha256 !== digest.sha256)
    throw new CommandError(
      `The file with the hash ${String(content._id)} is not in the storage as it was in the old one. Run this command again with an empty database.`,
    );
  return true;
}
