import type { BytePatch, ReadAt } from "./byte-access.ts";

const maxChunks = 16_384;
const hasExifOrXmp = 0x0c;

/** The patches that blank EXIF and XMP of a WebP file without moving anything. */
export async function findWebpMetadata(readAt: ReadAt): Promise<BytePatch[]> {
  const patches: BytePatch[] = [];
  const length = 8 + (await readAt(4, 4)).readUInt32LE();
  let at = 12;
  for (let chunks = 0; at + 8 <= length && chunks < maxChunks; chunks++) {
    const head = await readAt(at, 9);
    if (head.length < 9) break;
    const [type, size] = [head.toString("latin1", 0, 4), head.readUInt32LE(4)];
    const end = Math.min(at + 8 + size, length);
    if (type === "VP8X")
      patches.push({ at: at + 8, bytes: Uint8Array.of(head.readUInt8(8) & ~hasExifOrXmp) });
    if (type === "EXIF" || type === "XMP ") {
      patches.push({ at, bytes: Buffer.from("JUNK", "latin1") });
      patches.push({ at: at + 8, bytes: end - at - 8 });
    }
    at = end + (size % 2);
  }
  return patches;
}
