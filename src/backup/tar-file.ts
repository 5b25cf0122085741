import { open } from "node:fs/promises";
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from "modern-tar";
import { type BlobDigest, DigestingStream } from "../platform/blobs/digest-blob.ts";
import { damaged, kindOfMember, type MemberKind } from "./archive-format.ts";
import type { Encryption } from "./encryption/encryption.ts";

export interface WrittenMember extends BlobDigest {
  readonly name: string;
}

/** A tar file that is being written. */
export interface TarWriter extends AsyncDisposable {
  add(name: string, content: Blob): Promise<WrittenMember>;
  /** Resolves with the size, once the file would survive a power cut. */
  finish(): Promise<number>;
}

/** With an encryption, no plain byte of it is written. */
export async function createTar(path: string, encryption?: Pick<Encryption, "encrypt">): Promise<TarWriter> {
  const file = await open(path, "wx", 0o600);
  const { readable, controller } = createTarPacker();
  let size = 0;
  const writing = (async () => {
    const content = encryption ? await encryption.encrypt(readable) : readable;
    for await (const chunk of content) {
      await file.writeFile(chunk);
      size += chunk.length;
    }
  })();
  // Whoever adds or finishes sees the error too.
  writing.catch((error) => controller.error(error));
  return {
    async add(name, content) {
      const digesting = new DigestingStream();
      const entry = controller.add({ name, size: content.size, type: "file", mode: 0o600 });
      const adding = content.stream().pipeThrough(digesting).pipeTo(entry);
      await Promise.race([adding, writing.then(() => adding)]);
      return { name, ...digesting.result() };
    },
    async finish() {
      controller.finalize();
      await writing;
      await file.sync();
      return size;
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}

export interface ArchiveMember {
  readonly name: string;
  readonly kind: MemberKind;
  readonly size: number;
  readonly body: ReadableStream<Uint8Array>;
}

/** Reads the members of an archive in their order. Each must be read to its end, or skipped, before the next. */
export async function* readMembers(
  archive: string,
  content: ReadableStream<Uint8Array>,
): AsyncGenerator<ArchiveMember> {
  const entries = content.pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as ReadableStream<ParsedTarEntry>;
  const seen = new Set<string>();
  for await (const { header, body } of entries) {
    const { name, size, type } = header;
    const kind = type === "file" ? kindOfMember(name) : undefined;
    if (kind === undefined) throw damaged(archive, `it holds ${JSON.stringify(name)}, which no backup does`);
    if (seen.has(name)) throw damaged(archive, `it holds ${name} twice`);
    seen.add(name);
    yield { name, kind, size, body };
  }
}

/** Reads a member and drops it. To cancel one that has arrived already would end the next one instead. */
export async function skip(body: ReadableStream<Uint8Array>): Promise<void> {
  for await (const _ of body);
}
