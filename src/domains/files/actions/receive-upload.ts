import { createHash } from "node:crypto";
import type { Draft, WriteDraft } from "../../../platform/blobs/drafts.ts";
import { safeFileName } from "../rules/file-name.ts";
import { type FormLimits, readMultipart } from "./read-multipart.ts";

/** An upload that is here whole, and nowhere else. */
export interface Upload extends AsyncDisposable {
  readonly path: string;
  readonly size: number;
  /** SHA-256 of it as it came, in hex. */
  readonly hash: string;
  readonly filename: string;
}

/** Writes the file of a form to disk as it arrives; whatever goes wrong, nothing stays there. */
export async function receiveUpload(
  request: Request,
  limits: FormLimits,
  writeDraft: WriteDraft,
): Promise<Upload> {
  let written: Draft | undefined;
  try {
    return await readMultipart(request, limits, async (content, name) => {
      const digest = createHash("sha256");
      const draft = await writeDraft(streamOf(content, (piece) => digest.update(piece)));
      written = draft;
      const { path, size } = draft;
      const hash = digest.digest("hex");
      const remove = () => draft[Symbol.asyncDispose]();
      return { path, size, hash, filename: safeFileName(name), [Symbol.asyncDispose]: remove };
    });
  } catch (error) {
    // The file was fine, what came after it was not.
    await written?.[Symbol.asyncDispose]();
    throw error;
  }
}

function streamOf(
  pieces: AsyncIterable<Uint8Array>,
  look: (piece: Uint8Array) => void,
): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) return controller.close();
      look(value);
      controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
