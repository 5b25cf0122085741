import { statfsSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { deserialize } from "bson";
import Type, { type Static, type TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { CommandError } from "../../../src/declare/command.ts";
import { describeBytes } from "../../../src/platform/text/describe-bytes.ts";
import { Crc64 } from "./crc64.ts";
import { damagedDump, type Frame, frameDocuments, int32 } from "./frame-documents.ts";
import { beginsAsGzip, openStream } from "./open-stream.ts";

/** The first four bytes of an archive of mongodump. */
const archiveMagic = 0x8199e26d | 0;

const Named = Type.Object({ db: Type.String(), collection: Type.String() });
const Header = Type.Object({ ...Named.properties, EOF: Type.Boolean(), CRC: Type.BigInt() });

/** A collection in an archive. */
interface UnpackedCollection {
  readonly crc: Crc64;
  readonly file: Awaited<ReturnType<typeof open>> | undefined;
  /** What is to be written next. */
  readonly pending: Uint8Array[];
  isComplete: boolean;
}

interface UnpackOptions {
  readonly into: string;
  /** How many bytes stay free on the disk: the size of an archive is known only once it is unpacked. */
  readonly minFreeBytes: number;
  /** Whether a collection is needed; the others are read to their end and dropped. */
  isNeeded(collection: string): boolean;
}

/**
 * Writes the collections of an archive into files, `DATABASE.COLLECTION.bson`, because an archive interleaves them in
 * any order. Every checksum is compared. Collections that are not needed get an empty file.
 */
export async function unpackArchive(path: string, options: UnpackOptions): Promise<void> {
  await using unpacker = new ArchiveUnpacker(path, options);
  for await (const frames of frameDocuments(withoutMagic(path), { name: path, offset: 4, isArchive: true })) {
    for (const frame of frames) await unpacker.take(frame);
    await unpacker.write();
  }
  await unpacker.end();
}

class ArchiveUnpacker {
  readonly #path: string;
  readonly #options: UnpackOptions;
  readonly #collections = new Map<string, UnpackedCollection>();
  readonly #opened = new AsyncDisposableStack();
  /** Which part of the archive the next document belongs to: its head, the head of a block, or a collection. */
  #state: "prelude" | "header" | UnpackedCollection = "prelude";
  #hasBegun = false;

  constructor(path: string, options: UnpackOptions) {
    this.#path = path;
    this.#options = options;
  }

  async take(frame: Frame): Promise<void> {
    const { bytes, offset } = frame;
    if (bytes.length === 0) {
      if (this.#state === "header") throw damagedDump(this.#path, offset, "a block has no header");
      this.#state = "header";
    } else if (this.#state === "prelude") await this.#takePrelude(bytes, offset);
    else if (this.#state === "header") this.#state = this.#takeHeader(bytes, offset);
    else if (this.#state.isComplete)
      throw damagedDump(this.#path, offset, "a document follows the end of its collection");
    else {
      this.#state.crc.update(bytes);
      if (this.#state.file) this.#state.pending.push(bytes);
    }
  }

  async #takePrelude(bytes: Uint8Array, offset: number): Promise<void> {
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    // It tells which version of mongodump has made the archive.
    if (isFirst) return;
    const { db, collection } = this.#parse(Named, bytes, offset);
    const name = `${db}.${collection}`;
    if (this.#collections.has(name)) throw damagedDump(this.#path, offset, "a collection is listed twice");
    // Other names could lead out of the folder, and none of ours has one.
    const isSafe = /^[\w-]{1,64}\.[\w-]{1,64}$/.test(name);
    const file = isSafe ? await open(join(this.#options.into, `${name}.bson`), "w", 0o600) : undefined;
    if (file) this.#opened.defer(() => file.close());
    this.#collections.set(name, {
      crc: new Crc64(),
      file: this.#options.isNeeded(collection) ? file : undefined,
      pending: [],
      isComplete: false,
    });
  }

  #takeHeader(bytes: Uint8Array, offset: number): UnpackedCollection {
    const { db, collection, EOF, CRC } = this.#parse(Header, bytes, offset);
    const found = this.#collections.get(`${db}.${collection}`);
    if (!found || found.isComplete) throw damagedDump(this.#path, offset, "a block is not expected here");
    found.isComplete = EOF;
    if (EOF && found.crc.result() !== CRC)
      throw damagedDump(this.#path, offset, `the checksum of ${collection} is wrong`);
    return found;
  }

  #parse<T extends TSchema>(schema: T, bytes: Uint8Array, offset: number): Static<T> {
    let value: unknown;
    try {
      value = deserialize(bytes, { useBigInt64: true });
    } catch {
      throw damagedDump(this.#path, offset, "a header cannot be read");
    }
    if (!Compile(schema).Check(value)) throw damagedDump(this.#path, offset, "a header lacks its fields");
    return value;
  }

  async write(): Promise<void> {
    for (const { file, pending } of this.#collections.values()) {
      const content = Buffer.concat(pending.splice(0));
      this.#assertRoom(content.length);
      for (let written = 0; file && written < content.length; )
        written += (await file.write(content, written)).bytesWritten;
    }
  }

  #assertRoom(bytes: number): void {
    const { into, minFreeBytes } = this.#options;
    const { bavail, bsize } = statfsSync(into);
    if (bytes === 0 || bavail * bsize - bytes >= minFreeBytes) return;
    throw new CommandError(
      `Unpacking ${this.#path} would leave less than ${describeBytes(minFreeBytes, "up")} free on the disk of ` +
        `${dirname(into)}. Nothing was imported, and what was unpacked is deleted. Free up space on that disk and try again.`,
    );
  }

  async end(): Promise<void> {
    const missing = [...this.#collections].filter(([, { isComplete }]) => !isComplete).map(([name]) => name);
    if (this.#state !== "header" || missing.length > 0)
      throw new CommandError(
        `${this.#path} ends too early: ${missing.join(", ") || "its last block"} is incomplete. Make the dump again.`,
      );
    for (const { file } of this.#collections.values()) await file?.sync();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }
}

async function* withoutMagic(path: string): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of openStream({ path, isCompressed: beginsAsGzip(path) })) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < 4) continue;
    if (int32(head) !== archiveMagic) break;
    yield head.subarray(4);
    head = undefined;
  }
  if (head) throw new CommandError(`${path} is neither a folder nor an archive of mongodump.`);
}
