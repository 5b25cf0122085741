import { createHash } from "node:crypto";
import type { StageContent } from "../../../platform/blobs/staging.ts";
import { safeFileName } from "../rules/file-name.ts";
import { type FormLimits, type FormShape, readForm, readMultipart } from "./read-multipart.ts";

/** A complete upload in a staged file, which is removed when this is disposed of. */
export interface Upload extends AsyncDisposable {
  readonly path: string;
  readonly size: number;
  /** SHA-256 of the received bytes, in hex. */
  readonly hash: string;
  readonly filename: string;
}

/** A form with any number of uploads. */
interface ReceivedForm extends AsyncDisposable {
  readonly fields: ReadonlyMap<string, string>;
  readonly uploads: readonly Upload[];
}

/** Stages the file of a form as it arrives. After a failure no staged file is left. */
export async function receiveUpload(
  request: Request,
  limits: FormLimits,
  stage: StageContent,
): Promise<Upload> {
  await using staged = new AsyncDisposableStack();
  const upload = await readMultipart(request, limits, async (content, name) =>
    staged.use(await stageFile(content, name, stage)),
  );
  // The caller disposes of it from here on.
  staged.move();
  return upload;
}

/** Stages the files of a form with several files and fields. */
export async function receiveForm(
  request: Request,
  limits: FormLimits & FormShape,
  stage: StageContent,
): Promise<ReceivedForm> {
  await using staged = new AsyncDisposableStack();
  const { fields, files: uploads } = await readForm(request, limits, async (content, name) =>
    staged.use(await stageFile(content, name, stage)),
  );
  const all = staged.move();
  return { fields, uploads, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

/** Stages content of any origin, with its digest. */
export async function stageFile(
  content: AsyncIterable<Uint8Array>,
  name: string | undefined,
  stage: StageContent,
): Promise<Upload> {
  const digest = createHash("sha256");
  const staged = await stage(streamOf(content, (chunk) => digest.update(chunk)));
  const { path, size } = staged;
  const remove = () => staged[Symbol.asyncDispose]();
  const hash = digest.digest("hex");
  return { path, size, hash, filename: safeFileName(name), [Symbol.asyncDispose]: remove };
}

function streamOf(
  chunks: AsyncIterable<Uint8Array>,
  onChunk: (chunk: Uint8Array) => void,
): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) return controller.close();
      onChunk(value);
      controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
