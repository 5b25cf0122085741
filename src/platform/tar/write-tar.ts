import { open } from "node:fs/promises";
import { createTarPacker } from "modern-tar";
import { type BlobDigest, DigestingStream } from "../blobs/digest-blob.ts";

export interface WrittenMember extends BlobDigest {
  readonly name: string;
}

/** Content of a known size. */
interface SizedContent {
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
}

/** A tar file that is being written. */
export interface TarWriter extends AsyncDisposable {
  add(name: string, content: SizedContent): Promise<WrittenMember>;
  /** Resolves with the size, once the file would survive a power cut. */
  finish(): Promise<number>;
}

interface TarEncryption {
  encrypt(plain: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>>;
}

/** With an encryption, no plain byte of it is written. */
export async function createTar(path: string, encryption?: TarEncryption): Promise<TarWriter> {
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
