import type { ByteSpan, Dimensions, ReadAt } from "./byte-access.ts";

const segment = 0x18538067;
const tracks = 0x1654ae6b;
const track = 0xae;
const video = 0xe0;
const pixelWidth = 0xb0;
const pixelHeight = 0xba;

const containers = new Set([segment, tracks, track, video]);
const maxElements = 4_096;

/** The dimensions of the first video track of a Matroska or WebM file, from its headers. */
export async function readMatroskaSize(readAt: ReadAt, length: number): Promise<Dimensions | undefined> {
  let left = maxElements;
  let [width, height] = [0, 0];
  const visit = async ({ start, end }: ByteSpan): Promise<void> => {
    for (let at = start; at < end && (width === 0 || height === 0) && left > 0; left -= 1) {
      const head = await readAt(at, 12);
      const id = variableInt(head, 0, false);
      const size = id && variableInt(head, id.length, true);
      if (!id || !size) return;
      const body = at + id.length + size.length;
      // Live recordings have elements of unknown size, which extend to the end.
      const isOpen = size.value === 2 ** (7 * size.length) - 1;
      const next = isOpen ? end : body + size.value;
      if (containers.has(id.value)) await visit({ start: body, end: Math.min(next, end) });
      else if (id.value === pixelWidth) width = await wholeNumber(readAt, body, size.value);
      else if (id.value === pixelHeight) height = await wholeNumber(readAt, body, size.value);
      at = next;
    }
  };
  await visit({ start: 0, end: length });
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** An EBML integer: its leading zero bits tell its length. An id includes the marker bit, a size does not. */
function variableInt(
  head: Buffer,
  at: number,
  isSize: boolean,
): { value: number; length: number } | undefined {
  const first = head[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || length > (isSize ? 8 : 4) || at + length > head.length) return undefined;
  let value = isSize ? first & (0xff >> length) : first;
  for (const byte of head.subarray(at + 1, at + length)) value = value * 256 + byte;
  return { value, length };
}

async function wholeNumber(readAt: ReadAt, at: number, length: number): Promise<number> {
  if (length < 1 || length > 4) return 0;
  const bytes = await readAt(at, length);
  return bytes.length === length ? bytes.readUIntBE(0, length) : 0;
}
