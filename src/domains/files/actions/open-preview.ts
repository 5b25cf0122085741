import type { Services } from "../../../declare/services.ts";
import type { Reader } from "../../../declare/tx.ts";
import { fileTags } from "../model.ts";
import { type PreparedPreview, previewsInFlight } from "../resources.ts";
import { previewKey } from "../rules/serving.ts";
import type { ByteRange } from "../rules/serving-range.ts";
import { type FileWithContent, isBlobInUse } from "../store/files.ts";
import { renderPreview } from "./render-preview.ts";

export interface Preview {
  readonly size: number;
  /** Undefined if the preview was deleted meanwhile. */
  open(part: ByteRange): Promise<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | undefined>;
}

interface PreviewContext {
  readonly services: Services;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
}

/** Opens the preview of an image, rendered on its first request; undefined if there can be none. */
export async function openPreview(
  file: FileWithContent,
  context: PreviewContext,
): Promise<Preview | undefined> {
  const { size, rendered } = await prepare(file, context);
  if (size === 0) return undefined;
  const key = previewKey(file.blob_key, file.tag);
  const { blobs } = context.services;
  return {
    size,
    open: async (part) => (rendered ? rendered.subarray(part.start, part.end) : blobs.get(key, part)),
  };
}

/** Requests that come while the preview is rendered or not yet stored share the result. */
function prepare(file: FileWithContent, context: PreviewContext): Promise<PreparedPreview> {
  const { resources, log } = context.services;
  const { byKey, storing } = resources.get(previewsInFlight);
  const key = previewKey(file.blob_key, file.tag);
  const joined = byKey.get(key);
  if (joined) return joined;
  const prepared = findOrRender(file, key, context.services);
  byKey.set(key, prepared);
  const stored = prepared
    .then(
      ({ rendered }) => rendered && store(file, rendered, context),
      () => {},
    )
    .catch((error) => log.error({ err: error }, "a preview could not be stored"))
    .finally(() => {
      byKey.delete(key);
      storing.delete(stored);
    });
  storing.add(stored);
  return prepared;
}

async function findOrRender(
  { tag, blob_key }: FileWithContent,
  key: string,
  services: Services,
): Promise<PreparedPreview> {
  const { blobs, config, images, resources } = services;
  const size = await blobs.size(key);
  if (size !== undefined) return { size };
  return resources.get(previewsInFlight).semaphore.run(async () => {
    const original = await blobs.get(blob_key);
    if (!original) return { size: 0 };
    const image = await new Response(original).bytes();
    const box = { ...fileTags[tag].preview, maxPixels: config.files.max_pixels };
    const rendered = await renderPreview(images, image, box);
    if (rendered === "not now") return { size: 0 };
    return rendered === "never"
      ? { size: 0, rendered: new Uint8Array() }
      : { size: rendered.length, rendered };
  });
}

/**
 * The file may be deleted meanwhile. Deletion removes the row before the blobs, and this stores the blob before it
 * looks for the row, so that one of the two always removes the preview.
 */
async function store(file: FileWithContent, rendered: Uint8Array, context: PreviewContext): Promise<void> {
  const { blobs } = context.services;
  const key = previewKey(file.blob_key, file.tag);
  await blobs.put(key, rendered);
  if (!(await context.read((db) => isBlobInUse(db, file.blob_key)))) await blobs.delete(key);
}
