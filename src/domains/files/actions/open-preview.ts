import type { Blobs } from "../../../platform/blobs/port.ts";
import { Semaphore } from "../../../platform/semaphore.ts";
import type { Services } from "../../../store/services.ts";
import type { Reader } from "../../../store/tx.ts";
import { fileTags } from "../model.ts";
import { previewKey } from "../rules/serving.ts";
import type { ByteRange } from "../rules/serving-range.ts";
import type { KeptFile } from "../store/files.ts";
import { isInUse } from "../store/served-files.ts";
import { renderPreview } from "./render-preview.ts";

export interface Preview {
  readonly size: number;
  /** Undefined if it has gone meanwhile. */
  open(part: ByteRange): Promise<ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | undefined>;
}

interface House {
  readonly services: Services;
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>;
}

/** An empty preview stands for a picture that cannot be decoded, so that it is not tried again and again. */
interface Prepared {
  readonly size: number;
  /** Absent where it was made before. */
  readonly made?: Uint8Array<ArrayBuffer>;
}

/** Whole pictures are in memory here; the others wait. */
const semaphore = new Semaphore(2);
const underWay = new WeakMap<Blobs, Map<string, Promise<Prepared>>>();

/** The preview of an image, made when it is first asked for; undefined if there can be none. */
export async function openPreview(file: KeptFile, house: House): Promise<Preview | undefined> {
  const { size, made } = await prepare(file, house);
  if (size === 0) return undefined;
  const key = previewKey(file.blob_key, file.tag);
  return {
    size,
    open: async (part) => (made ? made.subarray(part.start, part.end) : house.services.blobs.get(key, part)),
  };
}

/** All who ask while it is made, or not kept yet, get the same. */
function prepare(file: KeptFile, house: House): Promise<Prepared> {
  const { blobs, log } = house.services;
  const key = previewKey(file.blob_key, file.tag);
  const flights = underWay.get(blobs) ?? new Map<string, Promise<Prepared>>();
  underWay.set(blobs, flights);
  const joined = flights.get(key);
  if (joined) return joined;
  const flight = findOrMake(file, key, house.services);
  flights.set(key, flight);
  flight
    .then(
      ({ made }) => made && keep(file, made, house),
      () => {},
    )
    .catch((error) => log.error({ err: error }, "a preview could not be kept"))
    .finally(() => flights.delete(key));
  return flight;
}

async function findOrMake({ tag, blob_key }: KeptFile, key: string, services: Services): Promise<Prepared> {
  const { blobs, config } = services;
  const size = await blobs.size(key);
  if (size !== undefined) return { size };
  return semaphore.run(async () => {
    const original = await blobs.get(blob_key);
    if (!original) return { size: 0 };
    const picture = await new Response(original).bytes();
    const wanted = { ...fileTags[tag].preview, maxPixels: config.files.max_pixels };
    const made = await renderPreview(picture, wanted);
    if (made === "not now") return { size: 0 };
    return made === "never" ? { size: 0, made: new Uint8Array() } : { size: made.length, made };
  });
}

/** The file may have been removed meanwhile: row first, then its blobs, so that one of us sees the other. */
async function keep(file: KeptFile, made: Uint8Array, { services: { blobs }, read }: House): Promise<void> {
  const key = previewKey(file.blob_key, file.tag);
  await blobs.put(key, made);
  if (!(await read((db) => isInUse(db, file.blob_key)))) await blobs.delete(key);
}
