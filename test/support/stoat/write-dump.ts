import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Document, Long, serialize } from "bson";
import { Crc64 } from "../../../importers/stoat/dump/crc64.ts";

export type Collections = Readonly<Record<string, readonly Document[]>>;

/** Bytes stand for a document that was written by something else. */
export function encode(documents: readonly (Document | Uint8Array)[]): Buffer {
  return Buffer.concat(documents.map((each) => (each instanceof Uint8Array ? each : serialize(each))));
}

/** As `mongodump --out` writes a database, with or without `--gzip`. */
export function writeFolder(path: string, collections: Collections, isCompressed = false): void {
  const folder = join(path, "revolt");
  mkdirSync(folder, { recursive: true });
  for (const [name, documents] of Object.entries(collections)) {
    const write = (suffix: string, content: Uint8Array) => {
      const path = join(folder, `${name}.${suffix}`);
      if (isCompressed) writeFileSync(`${path}.gz`, gzipSync(content));
      else writeFileSync(path, content);
    };
    write("metadata.json", Buffer.from(metadataOf(name)));
    write("bson", encode(documents));
  }
}

/** What mongodump writes about a collection: extended JSON, with an identifier that is different for each. */
function metadataOf(collectionName: string): string {
  const indexes = [{ v: { $numberInt: "2" }, key: { _id: { $numberInt: "1" } }, name: "_id_" }];
  const uuid = randomUUID().replaceAll("-", "");
  return JSON.stringify({ indexes, uuid, collectionName, type: "collection" });
}

const terminator = Buffer.from("ffffffff", "hex");

/** As `mongodump --archive` writes it: the blocks of all collections take turns. */
export function archiveOf(collections: Collections, database = "revolt"): Buffer {
  const named = (collection: string) => ({ db: database, collection });
  const parts: Uint8Array[] = [
    Buffer.from("6de29981", "hex"),
    serialize({
      concurrent_collections: 4,
      version: "0.1",
      server_version: "7.0.5",
      tool_version: "100.9.4",
    }),
    ...Object.keys(collections).map((name) =>
      serialize({ ...named(name), metadata: metadataOf(name), size: 0, type: "collection" }),
    ),
    terminator,
  ];
  const waiting = Object.entries(collections).map(([name, documents]) => ({
    name,
    documents: [...documents],
    crc: new Crc64(),
  }));
  while (waiting.length > 0)
    for (const collection of [...waiting]) {
      const { name, documents, crc } = collection;
      const block = documents.splice(0, 2).map((document) => serialize(document));
      for (const bytes of block) crc.update(bytes);
      if (block.length > 0)
        parts.push(serialize({ ...named(name), EOF: false, CRC: Long.ZERO }), ...block, terminator);
      if (documents.length > 0) continue;
      const CRC = Long.fromBigInt(crc.result());
      parts.push(serialize({ ...named(name), EOF: true, CRC }), terminator);
      waiting.splice(waiting.indexOf(collection), 1);
    }
  return Buffer.concat(parts);
}
