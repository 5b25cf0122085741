import type { BytePatch, ReadAt } from "./byte-access.ts";

const maxSegments = 1_024;
/** EXIF and XMP, what image editors add, and comments. */
const metadataMarkers = new Set([0xe1, 0xed, 0xfe]);
const startOfScan = 0xda;
/** Any number of these bytes may precede a marker. */
const filler = 0xff;

/** The patches that blank the metadata of a JPEG file without moving anything. */
export async function findJpegMetadata(readAt: ReadAt): Promise<BytePatch[]> {
  const patches: BytePatch[] = [];
  for (let at = 2, segments = 0; segments < maxSegments; segments++) {
    const head = await readAt(at, 4);
    const marker = head[1] ?? startOfScan;
    if (head.length < 4 || head[0] !== 0xff || marker === startOfScan) break;
    if (marker === filler) {
      at += 1;
      continue;
    }
    const length = head.readUInt16BE(2);
    const available = (await readAt(at + 4, Math.max(0, length - 2))).length;
    if (metadataMarkers.has(marker)) patches.push({ at: at + 4, bytes: available });
    at += 2 + length;
  }
  return patches;
}
