import type { Patch, ReadAt, Size, Span } from "./read-at.ts";

interface Box extends Span {
  readonly type: string;
  /** Where its content begins. */
  readonly body: number;
}

/** More boxes than these are not looked at. */
const mostBoxes = 4_096;

/** Where cameras and phones write what they know: place, device, owner. */
const told = new Set(["udta", "meta", "uuid"]);

export interface Mp4 {
  readonly size: Size | undefined;
  /** What makes its private parts free space; everything else stays where it is. */
  readonly patches: readonly Patch[];
}

/** Looks into the headers of an MP4 or QuickTime file. */
export async function readMp4(readAt: ReadAt, length: number): Promise<Mp4> {
  const budget = { left: mostBoxes };
  const patches: Patch[] = [];
  let size: Size | undefined;
  const visit = async (span: Span): Promise<void> => {
    for (const box of await boxesIn(readAt, span, budget)) {
      if (told.has(box.type)) patches.push(...blank(box));
      else if (box.type === "moov" || box.type === "trak") await visit({ start: box.body, end: box.end });
      else if (box.type === "tkhd")
        size ??= sizeIn(await readAt(box.body, Math.min(box.end - box.body, 104)));
    }
  };
  await visit({ start: 0, end: length });
  return { size, patches };
}

async function boxesIn(readAt: ReadAt, { start, end }: Span, budget: { left: number }): Promise<Box[]> {
  const found: Box[] = [];
  for (let at = start; at + 8 <= end && budget.left > 0; budget.left -= 1) {
    const head = await readAt(at, 16);
    if (head.length < 8) break;
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    const box = {
      type: head.toString("latin1", 4, 8),
      start: at,
      body: at + (isLong ? 16 : 8),
      end: at + size,
    };
    if (box.end > end || box.end < box.body) break;
    found.push(box);
    at = box.end;
  }
  return found;
}

/** The track's size on screen, in 16.16; a track that is not seen has none. */
function sizeIn(header: Buffer): Size | undefined {
  const matrix = header[0] === 1 ? 52 : 40;
  if (header.length < matrix + 44) return undefined;
  const across = header.readUInt16BE(matrix + 36);
  const down = header.readUInt16BE(matrix + 40);
  if (across === 0 || down === 0) return undefined;
  const isTurned = header.readInt32BE(matrix) === 0 && header.readInt32BE(matrix + 16) === 0;
  return isTurned ? { width: down, height: across } : { width: across, height: down };
}

function blank({ start, body, end }: Box): Patch[] {
  return [
    { at: start + 4, bytes: Buffer.from("free", "latin1") },
    { at: body, bytes: end - body },
  ];
}
