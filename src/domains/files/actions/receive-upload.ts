import { createHash } from "node:crypto";
import type { WriteDraft } from "../../../platform/blobs/drafts.ts";
import { safeFileName } from "../rules/file-name.ts";
import { type FormLimits, type FormShape, readForm, readMultipart } from "./read-multipart.ts";

/** An upload that is here whole, and nowhere else. */
export interface Upload extends AsyncDisposable {
  readonly path: string;
  readonly size: number;
  /** SHA-256 of it as it came, in hex. */
  readonly hash: string;
  readonly filename: string;
}

/** A form with any number of them. */
export interface ReceivedForm extends AsyncDisposable {
  readonly fields: ReadonlyMap<string, string>;
  readonly uploads: readonly Upload[];
}

/** Writes the file of a form to disk as it arrives; whatever goes wrong, nothing stays there. */
export async function receiveUpload(
  request: Request,
  limits: FormLimits,
  writeDraft: WriteDraft,
): Promise<Upload> {
  await using written = new AsyncDisposableStack();
  const upload = await readMultipart(request, limits, async (content, name) =>
    written.use(await writeUpload(content, name, writeDraft)),
  );
  // From here on it is the caller's.
  written.move();
  return upload;
}

/** The same for a form with several files and fields. */
export async function receiveForm(
  request: Request,
  limits: FormLimits & FormShape,
  writeDraft: WriteDraft,
): Promise<ReceivedForm> {
  await using written = new AsyncDisposableStack();
  const { fields, kept: uploads } = await readForm(request, limits, async (content, name) =>
    written.use(await writeUpload(content, name, writeDraft)),
  );
  const all = written.move();
  return { fields, uploads, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

async function writeUpload(
  content: AsyncIterable<Uint8Array>,
  name: string | undefined,
  writeDraft: WriteDraft,
): Promise<Upload> {
  const digest = createHash("sha256");
  const draft = await writeDraft(streamOf(content, (piece) => digest.update(piece)));
  const { path, size } = draft;
  const remove = () => draft[Symbol.asyncDispose]();
  const hash = digest.digest("hex");
  return { path, size, hash, filename: safeFileName(name), [Symbol.asyncDispose]: remove };
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
