import type { Patch, ReadAt } from "./read-at.ts";

const mostSegments = 1_024;
/** EXIF and XMP, what editors of pictures add, and comments. */
const told = new Set([0xe1, 0xed, 0xfe]);
const startOfScan = 0xda;
/** Any number of these may stand before a marker. */
const filler = 0xff;

/** What makes a JPEG's metadata unreadable without decoding it; everything else stays where it is. */
export async function findJpegMetadata(readAt: ReadAt): Promise<Patch[]> {
  const patches: Patch[] = [];
  for (let at = 2, segments = 0; segments < mostSegments; segments++) {
    const head = await readAt(at, 4);
    const marker = head[1] ?? startOfScan;
    if (head.length < 4 || head[0] !== 0xff || marker === startOfScan) break;
    if (marker === filler) {
      at += 1;
      continue;
    }
    const length = head.readUInt16BE(2);
    const held = (await readAt(at + 4, Math.max(0, length - 2))).length;
    if (told.has(marker)) patches.push({ at: at + 4, bytes: held });
    at += 2 + length;
  }
  return patches;
}
